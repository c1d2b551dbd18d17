/** Where a run reads its surroundings from and writes to. */
export interface Io {
  readonly cwd: string;
  readonly colour: boolean;
  out(text: string): void;
  err(text: string): void;
}

/** The process's own. */
export function processIo(): Io {
  const { env, stdout } = process;
  const wanted = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  return {
    cwd: process.cwd(),
    colour: !env.NO_COLOR && (wanted || (stdout.isTTY && env.TERM !== 'dumb')),
    out: (text) => void stdout.write(text),
    err: (text) => void process.stderr.write(text),
  };
}
