import { needTimerTexts } from '../features/timer/need-texts.ts';

/** The page of timed work with its texts. */
export async function loadTimer() {
  const [{ TimerPage }] = await Promise.all([import('../features/timer/timer-page.tsx'), needTimerTexts()]);
  return TimerPage;
}
