import { lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import type { AssigneeMarkProps, ViewersMarkProps } from './assignee-mark.tsx';
import { needTogetherTexts } from './need-texts.ts';

const load = () => withTexts(needTogetherTexts, () => import('./assignee-mark.tsx'));

// A row without the initials is whole: nothing waits for them, and a failure is not told.
const quiet = { failed: () => null };
export const AssigneeMark = lazyScreen<AssigneeMarkProps>(() => load().then(({ AssigneeMark }) => AssigneeMark), quiet);
export const AssigneeFact = lazyScreen<AssigneeMarkProps>(() => load().then(({ AssigneeFact }) => AssigneeFact), quiet);
export const ViewersMark = lazyScreen<ViewersMarkProps>(() => load().then(({ ViewersMark }) => ViewersMark), quiet);
