import type { ReachTone } from '@pasar/domain';

/** Start in seconds and pitch in hertz of each short tone. */
const TONES: Readonly<Record<ReachTone, readonly (readonly [start: number, pitch: number])[]>> = {
  rising: [
    [0, 660],
    [0.18, 880],
  ],
  falling: [
    [0, 784],
    [0.18, 523],
  ],
  triple: [
    [0, 880],
    [0.16, 880],
    [0.32, 1_175],
  ],
};
const LENGTH = 0.14;

/** Two or three short tones. Nothing before the first press in the page, because no browser plays before it. */
export function playTone(name: ReachTone): void {
  if (!navigator.userActivation.hasBeenActive) return;
  const context = new AudioContext();
  for (const [start, pitch] of TONES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    volume.gain.value = 0.05;
    tone.frequency.value = pitch;
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + start);
    tone.stop(context.currentTime + start + LENGTH);
  }
  setTimeout(() => void context.close(), 1_000);
}
