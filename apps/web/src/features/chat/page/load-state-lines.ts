import { withTexts } from '../../../base/lazy-screen.tsx';
import { needClosingTexts } from '../closing/need-texts.ts';
import { needQueueTexts } from '../conversations/need-texts.ts';
import { StateLines } from './state-lines.tsx';

export const loadStateLines = () =>
  withTexts(
    () => Promise.all([needQueueTexts(), needClosingTexts()]),
    async () => StateLines,
  );
