import { lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { needTagsTexts } from './need-texts.ts';
import type { RowTagsProps } from './row-tags.tsx';

const load = () => withTexts(needTagsTexts, () => import('./row-tags.tsx'));

// A row without the marks is whole: nothing waits for them, and a failure is not told.
const quiet = { failed: () => null };
export const RowTags = lazyScreen<RowTagsProps>(() => load().then(({ RowTags }) => RowTags), quiet);
export const RowTagsFact = lazyScreen<RowTagsProps>(() => load().then(({ RowTagsFact }) => RowTagsFact), quiet);
