import type { ConversationView, ShopView } from '@pasar/api';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { failedDialog, lazyScreen } from '../../../base/lazy-screen.tsx';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { useMay } from '../../../base/may.tsx';
import { needPartsTexts } from '../../../base/parts/need-texts.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { languageName } from '../../../base/texts/language-name.ts';
import { Icon } from '../../../ui/icon.tsx';
import { FilledParts } from './filled-text.tsx';
import { needQuickRepliesTexts } from './need-texts.ts';
import { isEnabledAt, type Offered, wordsOf } from './offered.ts';
import styles from './picker.module.css';
import type { ReplyDialogProps } from './reply-dialog.tsx';
import { createSearch, type Found } from './search.ts';
import { useChoose } from './use-choose.ts';
import { useReplies } from './use-replies.ts';
import { useSlash } from './use-slash.ts';
import { fillIn } from './variables.ts';

const ReplyDialog = lazyScreen<ReplyDialogProps>(
  () => import('./reply-dialog.tsx').then(({ ReplyDialog }) => ReplyDialog),
  { failed: failedDialog(({ onClose }) => onClose()) },
);
/** Rows that are drawn; who looks for another writes on (our choice). */
const MOST_ROWS = 20;
const LIST_ID = 'quick-reply-options';
const rowId = (index: number): string => `quick-reply-option-${index}`;

export interface PickerProps {
  readonly conversation: ConversationView;
  readonly shop: ShopView | null;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/** With its texts, which the first load of the desk does not even name. */
export async function loadPicker() {
  await Promise.all([needQuickRepliesTexts(), needPartsTexts()]);
  return QuickReplyPicker;
}

/**
 * The quick replies that match what stands behind a slash. The composer keeps the focus. The replies are prepared before
 * anybody asks, so that the first list is there at once.
 */
function QuickReplyPicker({ conversation, shop, box }: PickerProps) {
  const { slash, close: onClose } = useSlash(box);
  const { t } = useTranslation('quickReplies');
  const { look, groups, offered, config, values } = useReplies(conversation, shop);
  const search = useMemo(() => createSearch(offered), [offered]);
  const words = slash?.words ?? null;
  const found = useMemo(() => (words === null ? null : search(words, MOST_ROWS)), [search, words]);
  const [active, setActive] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words have another best match.
  useEffect(() => setActive(0), [words]);
  const choose = useChoose(values, shop);
  const isOff = shop !== null && !isEnabledAt(shop.marketplace, config);
  const isOpen = slash !== null && !isOff;
  const pick = (item: Offered, how: 'insert' | 'send') => {
    choose({ replyId: item.reply.replyId, parts: item.parts }, how, slash);
    onClose();
  };
  const mayChange = useMay(['quickReply']);
  const [isMaking, setIsMaking] = useState(false);
  const isEmpty = offered.length === 0 && (look.state === 'found' || look.state === 'stale');
  const make = isEmpty && mayChange ? () => setIsMaking(true) : null;
  usePickerKeys({ box, found: isOpen ? found : null, active, setActive, pick, make, onClose });
  // The dialog takes the focus from the composer, and the list is closed meanwhile.
  if (isMaking) {
    return <ReplyDialog reply={null} groups={groups} values={values} shop={shop} onClose={() => setIsMaking(false)} />;
  }
  if (!isOpen || found === null) return null;
  const chosen = found.shown[Math.min(active, found.shown.length - 1)];
  return (
    <div className={styles.picker} data-quick-replies="">
      <LookUpProblem look={look} />
      {chosen !== undefined && (
        <>
          <Rows found={found} active={active} values={values} onPick={(item) => pick(item, 'insert')} />
          <div className={styles.preview} aria-hidden="true">
            <FilledParts parts={chosen.parts} values={values} />
          </div>
          <Foot found={found} />
        </>
      )}
      {chosen === undefined && isEmpty && <Empty make={make} />}
      {chosen === undefined && !isEmpty && look.state !== 'failed' && (
        <p className={styles.none} role="status">
          {look.state === 'waiting' ? t('picker.coming') : t('picker.none', { words: slash.words })}
        </p>
      )}
    </div>
  );
}

function Rows(props: {
  readonly found: Found;
  readonly active: number;
  readonly values: ReturnType<typeof useReplies>['values'];
  readonly onPick: (item: Offered) => void;
}) {
  const { t } = useTranslation('quickReplies');
  const locale = useLocale();
  const { found, active, values, onPick } = props;
  useEffect(() => {
    document.getElementById(rowId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div role="listbox" id={LIST_ID} aria-label={t('picker.label')} className={styles.rows}>
      {found.shown.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the composer has the focus and names the active row.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the composer's.
        <div
          key={item.reply.replyId}
          role="option"
          id={rowId(index)}
          aria-selected={index === active}
          className={styles.row}
          // The composer keeps the focus and its cursor.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(item)}
        >
          <span className={styles.title}>{item.reply.title}</span>
          <span className={styles.words}>{fillIn(wordsOf(item.parts), values)}</span>
          {item.language !== null && <span className={styles.mark}>{languageName(item.language, locale)}</span>}
          <span className={styles.group}>{item.group}</span>
        </div>
      ))}
    </div>
  );
}

/** The shop has no quick reply: what to do about it. `make`: null where the member may not make one. */
function Empty({ make }: { readonly make: (() => void) | null }) {
  const { t } = useTranslation('quickReplies');
  return (
    <>
      <p className={styles.none} role="status">
        {t('picker.empty')} {make === null && t('picker.emptyNoKey')}
      </p>
      {make !== null && (
        <div role="listbox" id={LIST_ID} aria-label={t('picker.label')} className={styles.rows}>
          {/* biome-ignore lint/a11y/useFocusableInteractive: the composer has the focus and names the active row. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the composer's. */}
          <div
            role="option"
            id={rowId(0)}
            aria-selected={true}
            className={styles.row}
            onMouseDown={(event) => event.preventDefault()}
            onClick={make}
          >
            <Icon name="plus" size={16} />
            <span className={styles.title}>{t('reply.new')}</span>
            <span className={styles.group}>Enter</span>
          </div>
        </div>
      )}
    </>
  );
}

function Foot({ found }: { readonly found: Found }) {
  const { t } = useTranslation('quickReplies');
  const more = found.total - found.shown.length;
  return (
    <p className={styles.foot}>
      <span>{t('picker.keys')}</span>
      {more > 0 && <span>{t('picker.more', { count: more })}</span>}
    </p>
  );
}

interface Keys {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  /** Null while the list is closed. */
  readonly found: Found | null;
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly pick: (item: Offered, how: 'insert' | 'send') => void;
  /** Makes the first quick reply; null where there are some, or the member may not. */
  readonly make: (() => void) | null;
  readonly onClose: () => void;
}

/** Takes the keys of the list from the composer, and names the list and its active row there. */
function usePickerKeys({ box, found, active, setActive, pick, make, onClose }: Keys): void {
  useEffect(() => {
    const area = box.current;
    if (area === null || found === null) return;
    const take = (event: KeyboardEvent) => {
      if (event.isComposing || event.keyCode === 229 || event.altKey) return;
      const count = found.shown.length;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const item = found.shown[active];
      if (event.key === 'Escape') onClose();
      else if (step !== undefined && count > 0) setActive((active + step + count) % count);
      else if (event.key === 'Enter' && !event.shiftKey && make !== null) make();
      else if ((event.key === 'Enter' || event.key === 'Tab') && item !== undefined && !event.shiftKey) {
        pick(item, event.key === 'Enter' && (event.ctrlKey || event.metaKey) ? 'send' : 'insert');
      } else return;
      // Before the composer, for which the same keys mean something else.
      event.preventDefault();
      event.stopPropagation();
    };
    area.addEventListener('keydown', take, true);
    return () => area.removeEventListener('keydown', take, true);
  }, [box, found, active, setActive, pick, make, onClose]);
  const isListed = found !== null && (found.shown.length > 0 || make !== null);
  useEffect(() => {
    const area = box.current;
    if (area === null || !isListed) return;
    area.setAttribute('aria-controls', LIST_ID);
    area.setAttribute('aria-autocomplete', 'list');
    return () => {
      for (const name of ['aria-controls', 'aria-autocomplete', 'aria-activedescendant']) area.removeAttribute(name);
    };
  }, [box, isListed]);
  useEffect(() => {
    if (isListed) box.current?.setAttribute('aria-activedescendant', rowId(active));
  }, [box, isListed, active]);
}
