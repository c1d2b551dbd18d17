const realNow = performance.now.bind(performance);
let advanced = 0;

/** What of vitest's `vi` the tests use: time that goes on. It never goes back, as other tests hold what they were told. */
export const clock = {
  useFakeTimers(): void {
    performance.now = () => realNow() + advanced;
  },
  advanceTimersByTime(milliseconds: number): void {
    advanced += milliseconds;
  },
  useRealTimers(): void {
    // the time that was added stays
  },
};

/** The time as it is. */
export function elapsed(): number {
  return realNow();
}
