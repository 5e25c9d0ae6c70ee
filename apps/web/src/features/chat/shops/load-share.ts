import { needFiguresTexts } from '../../../base/figures/need-texts.ts';
import { withTexts } from '../../../base/lazy-screen.tsx';
import { SharePanel } from './share-panel.tsx';

export const loadShare = () => withTexts(needFiguresTexts, async () => SharePanel);
