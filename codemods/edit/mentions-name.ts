const NOT_CODE = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\r\n])*'|"(?:\\.|[^"\\\r\n])*"/gu;

/** True where `text` has `name` as a whole identifier, outside comments and strings. */
export function mentionsName(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  const escaped = name.replace(/[$]/gu, '\\$&');
  const code = text.replace(NOT_CODE, ' ');
  return new RegExp(`(?<![\\w$.])${escaped}(?![\\w$])|\\.\\.\\.${escaped}(?![\\w$])`, 'u').test(code);
}
