import type { ConversationView, ShopView } from '@pasar/api';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { LookUpProblem } from '../../../base/looked-up.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { languageName } from '../../../base/texts/language-name.ts';
import { FilledParts } from './filled-text.tsx';
import { needQuickRepliesTexts } from './need-texts.ts';
import { isEnabledAt, type Offered, wordsOf } from './offered.ts';
import styles from './picker.module.css';
import { createSearch, type Found } from './search.ts';
import { useChoose } from './use-choose.ts';
import { useReplies } from './use-replies.ts';
import { useSlash } from './use-slash.ts';
import { fillIn } from './variables.ts';

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
  await needQuickRepliesTexts();
  return QuickReplyPicker;
}

/**
 * The quick replies that match what stands behind a slash. The composer keeps the focus. The replies are prepared before
 * anybody asks, so that the first list is there at once.
 */
function QuickReplyPicker({ conversation, shop, box }: PickerProps) {
  const { slash, close: onClose } = useSlash(box);
  const { look, offered, config, values } = useReplies(conversation, shop);
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
  usePickerKeys({ box, found: isOpen ? found : null, active, setActive, pick, onClose });
  if (!isOpen || found === null) return null;
  const chosen = found.shown[Math.min(active, found.shown.length - 1)];
  return (
    <div className={styles.picker} data-quick-replies="">
      <LookUpProblem look={look} />
      {chosen === undefined ? (
        <Nothing isComing={look.state === 'waiting'} isEmpty={offered.length === 0} words={slash.words} />
      ) : (
        <>
          <Rows found={found} active={active} values={values} onPick={(item) => pick(item, 'insert')} />
          <div className={styles.preview} aria-hidden="true">
            <FilledParts parts={chosen.parts} values={values} />
          </div>
        </>
      )}
      <Foot found={found} />
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

function Nothing(props: { readonly isComing: boolean; readonly isEmpty: boolean; readonly words: string }) {
  const { t } = useTranslation('quickReplies');
  return (
    <p className={styles.none} role="status">
      {props.isComing
        ? t('picker.coming')
        : props.isEmpty
          ? t('picker.empty')
          : t('picker.none', { words: props.words })}
    </p>
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
  readonly onClose: () => void;
}

/** Takes the keys of the list from the composer, and names the list and its active row there. */
function usePickerKeys({ box, found, active, setActive, pick, onClose }: Keys): void {
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
      else if ((event.key === 'Enter' || event.key === 'Tab') && item !== undefined && !event.shiftKey) {
        pick(item, event.key === 'Enter' && (event.ctrlKey || event.metaKey) ? 'send' : 'insert');
      } else return;
      // Before the composer, for which the same keys mean something else.
      event.preventDefault();
      event.stopPropagation();
    };
    area.addEventListener('keydown', take, true);
    return () => area.removeEventListener('keydown', take, true);
  }, [box, found, active, setActive, pick, onClose]);
  const isListed = found !== null && found.shown.length > 0;
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
