import { failedLine, lazyScreen } from '../../../base/lazy-screen.tsx';
import type { SharePanelProps } from './share-panel.tsx';

export const SharePanel = lazyScreen<SharePanelProps>(
  () => import('./load-share.ts').then(({ loadShare }) => loadShare()),
  { failed: failedLine },
);
