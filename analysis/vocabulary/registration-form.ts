/** The form of a tool registration on an MCP server, by which it is known where the server's type is not. */
export const REGISTRATION_FORM: {
  readonly method: string;
  readonly arguments: number;
  readonly optionKeys: readonly string[];
  readonly shape: string;
} = { method: 'registerTool', arguments: 3, optionKeys: ['inputSchema', 'description'], shape: 'RawRegistration' };
