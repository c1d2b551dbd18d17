/** The form of a tool registration on an MCP server, by which it is known where the server's type is not. */
export const REGISTRATION_FORM: {
  readonly method: string;
  readonly arguments: number;
  readonly optionKeys: readonly string[];
  readonly shape: string;
} = { method: 'registerTool', arguments: 3, optionKeys: ['inputSchema', 'description'], shape: 'RawRegistration' };

/** The older form, without an object of options: what the callback gives tells it from other methods of that name. */
export const SHORTHAND_FORM: {
  readonly method: string;
  readonly minArguments: number;
  readonly resultKey: string;
  readonly shape: string;
} = { method: 'tool', minArguments: 3, resultKey: 'content', shape: 'RawShorthand' };
