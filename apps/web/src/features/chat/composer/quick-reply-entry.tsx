import { type RefObject, useEffect } from 'react';
import { lazyScreen } from '../../../base/lazy-screen.tsx';
import { type OpenComposer, showComposer } from '../place/open-composer.ts';
import type { PickerProps } from '../quick-replies/picker.tsx';

/**
 * The quick replies behind a slash. Their code is loaded when a person begins to write, and a slash stays a plain sign
 * where it cannot be loaded.
 */
export const QuickReplyPicker = lazyScreen<PickerProps>(
  () => import('../quick-replies/picker.tsx').then(({ loadPicker }) => loadPicker()),
  { failed: () => null },
);

/** Makes the composer known to what is put into it from elsewhere. */
export function useShownComposer(
  box: RefObject<HTMLTextAreaElement | null>,
  { id, attach }: Omit<OpenComposer, 'area'>,
): void {
  useEffect(() => {
    const area = box.current;
    return area === null ? undefined : showComposer({ id, area, attach });
  }, [attach, box, id]);
}
