/** A type that a package declares: the package, or the module it declares by name, and what the type is called there. */
export interface NamedType {
  readonly module: string;
  readonly name: string;
}

/** Answers of a type checker about one module, where a host has one. */
export interface ReceiverTypes {
  /** The file it answers about, as its summary names it. */
  readonly file: string;
  /**
   * The types that packages declare and that the object of a member access has, its bases included. Empty where the checker
   * knows none, such as `any` or a type of the project.
   *
   * @param at the range of the whole access
   */
  of(at: readonly [number, number]): readonly NamedType[];
}
