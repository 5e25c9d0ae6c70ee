/** Without input for this long a member is away (our choice). */
const AWAY_MS = 600_000;
const LOOK_EVERY_MS = 15_000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Tells whether a person has touched this window lately; returns how to stop. */
export function watchAway(setAway: (isAway: boolean) => void): () => void {
  let touchedAt = Date.now();
  const touch = () => {
    touchedAt = Date.now();
    setAway(false);
  };
  const timer = setInterval(() => setAway(Date.now() - touchedAt >= AWAY_MS), LOOK_EVERY_MS);
  for (const input of INPUTS) addEventListener(input, touch, { passive: true });
  return () => {
    clearInterval(timer);
    for (const input of INPUTS) removeEventListener(input, touch);
  };
}
