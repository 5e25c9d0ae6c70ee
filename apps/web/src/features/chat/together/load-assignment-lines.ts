import { lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import type { AssignmentLinesProps } from './assignment-lines.tsx';
import { needTogetherTexts } from './need-texts.ts';

/** The messages are whole without the lines: nothing waits for them, and a failure is not told. */
export const AssignmentLines = lazyScreen<AssignmentLinesProps>(
  () => withTexts(needTogetherTexts, () => import('./assignment-lines.tsx').then((lines) => lines.AssignmentLines)),
  { failed: () => null },
);
