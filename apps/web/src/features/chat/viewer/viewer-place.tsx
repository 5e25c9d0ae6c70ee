import { useSyncExternalStore } from 'react';
import { failedDialog, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { needMessagesTexts } from '../messages/need-texts.ts';
import { type Viewed, viewed } from '../pictures/viewed.ts';
import type { PictureViewerProps } from './picture-viewer.tsx';

const PictureViewer = lazyScreen<PictureViewerProps>(
  () => withTexts(needMessagesTexts, () => import('./picture-viewer.tsx').then(({ PictureViewer }) => PictureViewer)),
  { failed: failedDialog(({ onClose }) => onClose()) },
);
const show = (next: Viewed): void => viewed.update(() => next);
const close = (): void => viewed.update(() => null);

/** The viewer, while a picture is looked at. Its code is loaded with the first picture. */
export function ViewerPlace() {
  const held = useSyncExternalStore(viewed.subscribe, viewed.get);
  return held === null ? null : <PictureViewer viewed={held} onShow={show} onClose={close} />;
}
