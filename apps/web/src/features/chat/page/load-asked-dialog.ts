import { withTexts } from '../../../base/lazy-screen.tsx';
import { needClosingTexts } from '../closing/need-texts.ts';
import { needQueueTexts } from '../conversations/need-texts.ts';
import { needTagsTexts } from '../tags/need-texts.ts';
import { needTogetherTexts } from '../together/need-texts.ts';
import { AskedDialog } from './asked-dialog.tsx';

export const loadAskedDialog = () =>
  withTexts(
    () => Promise.all([needQueueTexts(), needTogetherTexts(), needClosingTexts(), needTagsTexts()]),
    async () => AskedDialog,
  );
