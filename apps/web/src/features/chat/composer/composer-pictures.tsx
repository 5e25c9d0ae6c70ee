import type { ConversationId, Marketplace } from '@pasar/domain';
import { type ClipboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useReadable } from '../../../base/desk.tsx';
import { failedLine, inTime, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { attachments, detach, NO_ATTACHMENTS } from '../pictures/attachments.ts';
import styles from './composer.module.css';
import { needAttachTexts } from './need-texts.ts';

const PICTURES = 'image/jpeg,image/png';
const PICTURES_AND_VIDEOS = `${PICTURES},video/mp4`;
// Most answers are text, so the code for pictures and videos is loaded with the first of them.
const AttachmentTray = lazyScreen(
  () => withTexts(needAttachTexts, () => import('./attachment-tray.tsx').then(({ AttachmentTray }) => AttachmentTray)),
  { failed: failedLine },
);

/** Adds files to the composer of a conversation, whether chosen, pasted or dropped. */
export function useAttach(
  id: ConversationId,
  marketplace: Marketplace | null,
  box: RefObject<HTMLTextAreaElement | null>,
) {
  const { t } = useTranslation('chat');
  const { t: texts } = useTranslation('attach');
  const attach = useCallback(
    async (files: readonly File[]) => {
      box.current?.focus();
      if (marketplace === null) return;
      try {
        const { attachFiles } = await inTime(withTexts(needAttachTexts, () => import('./attach-files.ts')));
        await attachFiles({ id, marketplace }, files, texts);
      } catch {
        // The code could not be loaded from the server; no file was added.
        toast('bad', t('attach.failed'));
      }
    },
    [box, id, marketplace, t, texts],
  );
  useDrop(box, t('attach.drop'), attach);
  return attach;
}

/** The pasted files. A copied spreadsheet cell contains a picture beside its text, but is pasted as text. */
export function pastedFiles({ clipboardData }: ClipboardEvent): readonly File[] {
  const { types, files } = clipboardData;
  const isWords = types.includes('text/plain') && (types.includes('text/html') || types.includes('text/rtf'));
  return isWords ? [] : [...files];
}

/** The button beside the text box. */
export function AttachButton({
  hasVideos,
  onFiles,
}: {
  readonly hasVideos: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation('chat');
  const label = t(hasVideos ? 'attach.buttonVideos' : 'attach.button');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon="picture" className={styles.attach ?? ''} label={label} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={hasVideos ? PICTURES_AND_VIDEOS : PICTURES}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Cleared, so that the same file can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

/** The attached pictures and videos above the text. Has its height before the code is loaded, so that nothing moves. */
export function Attached({ id, box }: { readonly id: ConversationId; readonly box: RefObject<HTMLElement | null> }) {
  const attached = useReadable(attachments).get(id) ?? NO_ATTACHMENTS;
  if (attached.length === 0) return null;
  return (
    <div className={styles.tray}>
      <AttachmentTray
        attached={attached}
        onRemove={(attachment) => {
          detach(id, attachment);
          box.current?.focus();
        }}
      />
    </div>
  );
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files that are dropped anywhere on the conversation; while they are over it, the label says what would happen.
 * A file that is dropped beside it is ignored and does not replace the page.
 */
function useDrop(box: RefObject<HTMLElement | null>, label: string, onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    const pane = box.current?.closest<HTMLElement>('[data-pane]') ?? null;
    const isOver = (event: DragEvent) => event.target instanceof Node && pane?.contains(event.target) === true;
    const mark = (isMarked: boolean) => {
      if (isMarked) pane?.setAttribute('data-drop', label);
      else pane?.removeAttribute('data-drop');
    };
    const over = (event: DragEvent) => {
      if (!holdsFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isOver(event) ? 'copy' : 'none';
      mark(isOver(event));
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) mark(false);
    };
    const drop = (event: DragEvent) => {
      mark(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (isOver(event)) onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      mark(false);
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [box, label, onFiles]);
}
