import type { ConversationView, ShopView } from '@pasar/api';
import { type ConversationId, MARKETPLACE_NAMES, offers, SCREEN_LIMITS } from '@pasar/domain';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useDesk, useDeskState, useReadable } from '../../../base/desk.tsx';
import { failedLine, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { healthText, shopName } from '../../../base/shops/health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MarketplaceMark } from '../../../ui/marketplace-mark.tsx';
import { EmojiButton } from '../emoji/emoji-entry.tsx';
import { heldSends, holdSend } from '../guard/held-sends.ts';
import { needGuardTexts } from '../guard/need-texts.ts';
import { useSendGuard } from '../guard/use-send-guard.ts';
import { SendMore } from '../pickers/send-more.tsx';
import { attachments, NO_ATTACHMENTS, sendAttached } from '../pictures/attachments.ts';
import { answering, answerNothing } from '../place/answering.ts';
import { beginNote, noting } from '../place/noting.ts';
import { ariaKeys, shownKeys } from '../place/open-actions.ts';
import { focusRequest, requestFocus } from '../place/selection.ts';
import { ComposerSuggestions, SuggestButton } from '../suggestions/suggestions-entry.tsx';
import type { LeftDraftProps } from '../together/left-draft.tsx';
import { needTogetherTexts } from '../together/need-texts.ts';
import type { NoteComposerProps } from '../together/note-composer.tsx';
import { ComposerTranslation, TranslateButton } from '../translation/composer-translation.tsx';
import styles from './composer.module.css';
import { composerKey } from './composer-keys.ts';
import { AttachButton, Attached, pastedFiles, useAttach } from './composer-pictures.tsx';
import { QuickReplyPicker, useShownComposer } from './quick-reply-entry.tsx';

const MAX = SCREEN_LIMITS.messageTextLength;
/** From this length on the composer shows the number of characters. */
const COUNT_FROM = MAX - 200;

const NoteComposer = lazyScreen<NoteComposerProps>(
  () =>
    withTexts(needTogetherTexts, () =>
      import('../together/note-composer.tsx').then(({ NoteComposer }) => NoteComposer),
    ),
  { failed: failedLine },
);

// Few conversations are taken over in the middle of an answer.
const LeftDraft = lazyScreen<LeftDraftProps>(
  () => withTexts(needTogetherTexts, () => import('../together/left-draft.tsx').then(({ LeftDraft }) => LeftDraft)),
  { failed: () => null },
);

// Most texts go out without a warning.
const SendWarnings = lazyScreen(
  () => withTexts(needGuardTexts, () => import('../guard/send-warnings.tsx').then(({ SendWarnings }) => SendWarnings)),
  { failed: failedLine },
);

export interface ComposerProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView | null;
  readonly onLeave: () => void;
}

/** Where the answer is written. The line above it always names the shop that answers. */
export function Composer({ conversation, shop, onLeave }: ComposerProps) {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const drafts = desk.drafts;
  if (drafts === null) throw new Error('the composer stands before the desk is ready');
  const id = conversation.conversationId;
  const text = useReadable(drafts).get(id) ?? '';
  const box = useRef<HTMLTextAreaElement>(null);
  useRequestedFocus(box, id);
  const isTooLong = text.trim().length > MAX;
  const quote = useReadable(answering).get(id) ?? null;
  const showsTyping = shop !== null && offers(shop.marketplace, 'typing');
  // Leaving the composer ends the typing notice that the buyer sees, and saves the draft.
  useEffect(
    () => () => {
      desk.typing.rest(id);
      desk.drafts?.leave();
    },
    [desk, id],
  );
  const write = (value: string) => {
    drafts.set(id, value);
    if (value.trim() === '') desk.presence.rest();
    else desk.presence.write(id);
    if (!showsTyping) return;
    if (value.trim() === '') desk.typing.rest(id);
    else desk.typing.write(id);
  };
  const attach = useAttach(id, shop?.marketplace ?? null, box);
  const [isWriting, setIsWriting] = useState(false);
  const [isEmojiOpen, setIsEmojiOpen] = useState(false);
  const closeEmoji = useCallback(() => setIsEmojiOpen(false), []);
  const attached = useReadable(attachments).get(id) ?? NO_ATTACHMENTS;
  const hasText = text.trim() !== '';
  const canSend = (hasText || attached.length > 0) && !isTooLong;
  const guard = useSendGuard(conversation, shop, text, attached);
  useShownComposer(box, { id, attach });
  const beside = useReadable(heldSends).get(id) ?? null;
  const sendBeside = () => {
    holdSend(id, null);
    beside?.send();
    box.current?.focus();
  };
  /** `translation`: what the buyer gets instead of the text, which the colleagues see. */
  const send = (translation: string | null = null) => {
    if (beside !== null && !hasText && attached.length === 0) return sendBeside();
    if (!canSend || !guard.lets(translation)) return;
    sendAttached(desk, id);
    if (hasText) {
      desk.sender.send(id, translation ?? text.trim(), quote, translation === null ? null : text.trim());
      drafts.set(id, '');
      answerNothing(id);
      desk.typing.rest(id);
      desk.presence.rest();
    }
    box.current?.focus();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event);
    if (files.length === 0) return;
    event.preventDefault();
    void attach(files);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const meaning = composerKey({
      key: event.key,
      isComposing: event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229,
      ctrlKey: event.ctrlKey || event.metaKey,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
      isEmpty: text === '',
      sendingKey: desk.state.get().chatSetting.sendingKey,
    });
    if (meaning === 'other' || meaning === 'plainNewline') return;
    event.preventDefault();
    if (meaning === 'send') send();
    else if (meaning === 'newline') insertNewline(event.currentTarget);
    else if (meaning === 'emoji') setIsEmojiOpen((held) => !held);
    else if (meaning === 'messages') focusLog(event.currentTarget);
    else if (quote !== null) answerNothing(id);
    else onLeave();
  };

  const isMine = useDeskState(({ member }) => member !== null && member.memberId === conversation.assigneeId);
  const note = useReadable(noting);
  if (note?.id === id) {
    return (
      <div className={styles.composer}>
        <NoteComposer key={`${id} ${note.editing?.noteId}`} id={id} editing={note.editing} />
      </div>
    );
  }

  return (
    <div className={styles.composer}>
      {isWriting && <QuickReplyPicker key={id} conversation={conversation} shop={shop} box={box} />}
      <ComposerLine shop={shop} />
      {text === '' && isMine && <LeftDraft id={id} onTake={(taken) => write(taken)} />}
      {quote !== null && <Quote hint={quote.hint} onDrop={() => answerNothing(id)} />}
      <Attached id={id} box={box} />
      {beside !== null && shop !== null && (
        <SendWarnings
          warnings={beside.warnings}
          shop={shop}
          beside={{
            what: beside.what,
            onDrop: () => {
              holdSend(id, null);
              box.current?.focus();
            },
          }}
          onSend={sendBeside}
        />
      )}
      {guard.held !== null && shop !== null && (
        <SendWarnings
          warnings={guard.held.warnings}
          shop={shop}
          beside={null}
          onSend={() => send(guard.held?.translation ?? null)}
        />
      )}
      <ComposerSuggestions id={id} shop={shop} text={text} area={box} />
      <ComposerTranslation id={id} shop={shop} text={text} onSend={send} />
      <div className={styles.row}>
        <div className={styles.tools}>
          <AttachButton hasVideos={shop !== null && offers(shop.marketplace, 'video')} onFiles={attach} />
          {shop !== null && <SendMore className={styles.attach} conversation={conversation} shop={shop} />}
          <TranslateButton className={styles.attach ?? ''} />
          <SuggestButton className={styles.attach ?? ''} />
          <IconButton
            icon="hidden"
            className={styles.attach ?? ''}
            label={t('action.note')}
            keys={shownKeys('note')}
            aria-keyshortcuts={ariaKeys('note')}
            onClick={() => beginNote(id)}
          />
          <EmojiButton
            className={styles.attach ?? ''}
            area={box}
            isOpen={isEmojiOpen}
            onToggle={() => setIsEmojiOpen((held) => !held)}
            onClose={closeEmoji}
          />
        </div>
        <div className={styles.writing}>
          <div className={styles.field} data-text={text}>
            <textarea
              ref={box}
              className={styles.text}
              rows={1}
              value={text}
              aria-label={t('composer.label')}
              aria-invalid={isTooLong}
              placeholder={t('composer.placeholder', { name: conversation.buyer.name })}
              data-pane-focus=""
              onChange={(event) => write(event.currentTarget.value)}
              onFocus={() => setIsWriting(true)}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
          </div>
          <Button kind="primary" className={styles.send ?? ''} disabled={!canSend} onClick={() => send()}>
            <Icon name="send" size={16} />
            {t('composer.send')}
          </Button>
        </div>
      </div>
      <Foot length={text.length} isTooLong={isTooLong} />
    </div>
  );
}

/** Goes from the composer to the newest message in view. */
function focusLog(area: HTMLTextAreaElement): void {
  area.closest('[data-pane]')?.querySelector<HTMLElement>('[role="log"]')?.focus();
}

/** The quoted message, above the answer. */
function Quote({ hint, onDrop }: { readonly hint: string; readonly onDrop: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles.quote}>
      <span className={styles.quoted}>
        <span className="visually-hidden">{t('quote.label')}</span>
        {hint}
      </span>
      <IconButton icon="close" label={t('quote.drop')} onClick={onDrop} />
    </div>
  );
}

/** Focuses the composer when the conversation was opened to answer in it, with the cursor at the end of a draft. */
function useRequestedFocus(box: RefObject<HTMLTextAreaElement | null>, id: ConversationId): void {
  const requested = useReadable(focusRequest);
  // After the paint, because the palette or menu that closes with this choice restores its own focus first.
  useEffect(() => {
    const area = box.current;
    if (requested !== id || area === null) return;
    requestFocus(null);
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [box, id, requested]);
}

/** The keys of the composer, and the length of the text when it comes near the limit. */
function Foot({ length, isTooLong }: { readonly length: number; readonly isTooLong: boolean }) {
  const { t } = useTranslation('chat');
  const sendingKey = useDeskState((state) => state.chatSetting.sendingKey);
  return (
    <div className={styles.foot}>
      <span>{t(sendingKey === 'enter' ? 'composer.hint' : 'composer.ctrlHint')}</span>
      {length >= COUNT_FROM && (
        <span className={isTooLong ? styles.tooLong : 'numbers'} role={isTooLong ? 'alert' : undefined}>
          {isTooLong ? t('composer.tooLong', { max: MAX }) : `${length} / ${MAX}`}
        </span>
      )}
    </div>
  );
}

/** The shop that answers, and why it may not be able to. */
function ComposerLine({ shop }: Pick<ComposerProps, 'shop'>) {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const countryName = useCountryName();
  if (shop === null) return null;
  const isLive = shop.connection.state === 'live';
  return (
    <div className={styles.as}>
      <MarketplaceMark marketplace={shop.marketplace} />
      <span>
        {t('composer.as', {
          shop: shopName(shop),
          marketplace: MARKETPLACE_NAMES[shop.marketplace],
          country: countryName(shop.country),
        })}
      </span>
      {!isLive && (
        <span className={styles.health} data-tip={healthText(shop, locale, common)}>
          {healthText(shop, locale, common)}
        </span>
      )}
    </div>
  );
}

/** Uses the browser's own editing, so that undo includes the newline. */
function insertNewline(area: HTMLTextAreaElement): void {
  if (document.execCommand('insertText', false, '\n')) return;
  area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
