/** True where `text` has `name` as a whole identifier. */
export function mentionsName(text: string, name: string): boolean {
  const escaped = name.replace(/[$]/gu, '\\$&');
  return new RegExp(`(?<![\\w$.])${escaped}(?![\\w$])|\\.\\.\\.${escaped}(?![\\w$])`, 'u').test(text);
}
