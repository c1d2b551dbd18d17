const PARENT_NAME = /^(?:parent|caller|enclosing)|^traceparent$|^x-b3-|parent[-_]?(?:span)?[-_]?id$|parentspan$/iu;

/** Whether a property, parameter or header of this name holds the parent of something, where the enclosing span is right. */
export function isParentName(name: string): boolean {
  return PARENT_NAME.test(name);
}
