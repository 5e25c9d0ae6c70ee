import { type MessageView, messageMediaPath } from '@pasar/api';
import { messagesOf } from '@pasar/sync';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime } from '../../../base/texts/time-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { isPublic, mayDrawDirectly, useShopOf } from '../pictures/picture-source.ts';
import { savePicture } from '../pictures/save-picture.ts';
import type { Viewed } from '../pictures/viewed.ts';
import styles from './picture-viewer.module.css';

export interface PictureViewerProps {
  readonly viewed: Viewed;
  readonly onShow: (viewed: Viewed) => void;
  readonly onClose: () => void;
}

type PictureMessage = MessageView & { readonly content: Extract<MessageView['content'], { type: 'image' }> };
const isPicture = (message: MessageView): message is PictureMessage =>
  message.status === 'available' && message.content.type === 'image';

const LEAST_ZOOM = 0.25;
const MOST_ZOOM = 8;
const STEP = 1.25;

/**
 * A picture as large as the window, and the others of its conversation: those that are loaded, and older ones when a
 * person goes back beyond them.
 */
export function PictureViewer({ viewed, onShow, onClose }: PictureViewerProps) {
  const { t } = useTranslation('messages');
  const dialog = useModal();
  const desk = useDesk();
  const { conversationId, messageId } = viewed;
  const window = useDeskState((state) => state.windows.get(conversationId));
  const pictures = messagesOf(window).filter(isPicture);
  const index = pictures.findIndex((picture) => picture.messageId === messageId);
  const picture = pictures[index];
  const isOlder = window?.state === 'loaded' && window.older === 'yes';
  const [turn, setTurn] = useState({ zoom: 1, quarter: 0 });
  const isBackWanted = useRef(false);

  const show = useCallback(
    (next: PictureMessage | undefined) => {
      if (next === undefined) return;
      setTurn({ zoom: 1, quarter: 0 });
      onShow({ conversationId, messageId: next.messageId });
    },
    [conversationId, onShow],
  );
  const back = () => {
    if (index > 0) return show(pictures[index - 1]);
    if (!isOlder) return;
    isBackWanted.current = true;
    desk.windows.loadOlder(conversationId);
  };
  const older = pictures[index - 1];
  // Older messages have come: they may hold the wanted picture, or none, and then older ones still are asked for.
  useEffect(() => {
    if (!isBackWanted.current) return;
    if (older !== undefined) {
      isBackWanted.current = false;
      show(older);
    } else if (isOlder) desk.windows.loadOlder(conversationId);
    else if (window?.state !== 'loaded' || window.older !== 'asking') isBackWanted.current = false;
  }, [older, isOlder, window, desk, conversationId, show]);
  // The message was recalled meanwhile.
  useEffect(() => {
    if (picture === undefined) onClose();
  }, [picture, onClose]);

  const zoom = (factor: number) =>
    setTurn((held) => ({ ...held, zoom: Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, held.zoom * factor)) }));
  const rotate = () => setTurn((held) => ({ ...held, quarter: held.quarter + 1 }));
  const whole = () => setTurn({ zoom: 1, quarter: 0 });
  const save = () => picture && void savePicture(picture.messageId);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: back,
    ArrowRight: () => show(pictures[index + 1]),
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': whole,
    r: rotate,
    d: save,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  if (picture === undefined) return null;
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={t('viewer.label')}
      onCancel={onOwnCancel(onClose)}
      onKeyDown={onKeyDown}
    >
      <header className={styles.bar}>
        <span className={styles.where} aria-live="polite">
          {t('viewer.place', { at: index + 1, count: pictures.length })} · {fullTime(picture.sentAt)}
        </span>
        <IconButton icon="plus" label={t('viewer.larger')} keys="+" onClick={() => zoom(STEP)} />
        <IconButton icon="minus" label={t('viewer.smaller')} keys="-" onClick={() => zoom(1 / STEP)} />
        <IconButton icon="retry" label={t('viewer.whole')} keys="0" onClick={whole} />
        <IconButton icon="rotate" label={t('viewer.rotate')} keys="R" onClick={rotate} />
        <IconButton icon="save" label={t('message.savePicture')} keys="D" onClick={save} />
        <IconButton icon="close" label={t('viewer.close')} keys="Esc" onClick={onClose} data-first="" />
      </header>
      <div className={styles.stage} onWheel={(event) => zoom(event.deltaY < 0 ? STEP : 1 / STEP)}>
        <Drawn key={messageId} picture={picture} zoom={turn.zoom} quarter={turn.quarter} />
      </div>
      <IconButton
        className={styles.previous}
        icon="back"
        label={t('viewer.previous')}
        keys="←"
        disabled={index === 0 && !isOlder}
        onClick={back}
      />
      <IconButton
        className={styles.next}
        icon="forward"
        label={t('viewer.next')}
        keys="→"
        disabled={index === pictures.length - 1}
        onClick={() => show(pictures[index + 1])}
      />
    </dialog>
  );
}

interface DrawnProps {
  readonly picture: PictureMessage;
  readonly zoom: number;
  readonly quarter: number;
}

/** The original picture; from the server where this browser may not or cannot load it. */
function Drawn({ picture, zoom, quarter }: DrawnProps) {
  const { t } = useTranslation('messages');
  const { t: chat } = useTranslation('chat');
  const shop = useShopOf(picture.conversationId);
  const { url } = picture.content.picture;
  const isDirect = isPublic(url) && mayDrawDirectly(shop);
  const sources = [...(isDirect ? [url] : []), messageMediaPath(picture.messageId)];
  const [failures, setFailures] = useState(0);
  const source = sources[failures];
  if (source === undefined) return <p>{chat('picture.broken')}</p>;
  return (
    <img
      className={styles.picture}
      src={source}
      alt={t('viewer.alt', { time: fullTime(picture.sentAt) })}
      draggable={false}
      referrerPolicy="no-referrer"
      style={{ transform: `rotate(${quarter * 90}deg) scale(${zoom})` }}
      data-zoom={zoom.toFixed(2)}
      data-quarter={quarter % 4}
      onError={() => setFailures(failures + 1)}
    />
  );
}
