import type { KeywordRuleView, ShopView } from '@pasar/api';
import { AUTO_REPLY_LIMITS, foldText, keywordsOf } from '@pasar/domain';
import { useMemo, useState } from 'react';
import { PART_TEXTS } from '../../../base/parts/texts.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import section from '../../../ui/section.module.css';
import table from '../../../ui/table.module.css';
import { toast } from '../../../ui/toasts.tsx';
import styles from './auto-reply.module.css';
import { removeKeywords } from './commands.ts';
import { KeywordChips } from './keyword-chips.tsx';
import { KeywordDialog } from './keyword-dialog.tsx';
import type { Place } from './place.ts';

/** So many rules are drawn at first, and with each press on the button below them (our choice). */
const STEP = 50;

interface KeywordTableProps {
  readonly place: Place;
  readonly rules: readonly KeywordRuleView[];
  readonly shop: ShopView | null;
  readonly isMain: boolean;
}

/** The rules of keywords of a place: searched, added, changed, and deleted one by one or several at a time. */
export function KeywordTable({ place, rules, shop, isMain }: KeywordTableProps) {
  const { t } = useTranslation('autoReply');
  const [words, setWords] = useState('');
  const [most, setMost] = useState(STEP);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<KeywordRuleView | 'new' | null>(null);
  const found = useMemo(() => rules.filter((rule) => isFound(rule, foldText(words))), [rules, words]);
  // What was deleted meanwhile is not picked any more.
  const chosen = found.filter(({ keywordId }) => picked.has(keywordId));
  const isFull = rules.length >= AUTO_REPLY_LIMITS.keywordRules;
  const pick = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(picked);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    setPicked(next);
  };
  return (
    <section className={styles.keywords} aria-label={t('rules')}>
      <div className={styles.bar}>
        <h4>{t('rules.count', { count: rules.length })}</h4>
        {rules.length > 0 && (
          <SearchBox
            label={t('rules.search')}
            hint={t('rules.search')}
            mostLength={AUTO_REPLY_LIMITS.keyword}
            words={words}
            onWords={(next) => {
              setWords(next);
              setMost(STEP);
            }}
          />
        )}
        <span className={styles.space} />
        {isMain && chosen.length > 0 && <Deletion rules={chosen} onDeleted={() => setPicked(new Set())} />}
        {isMain && (
          <Button kind="plain" disabled={isFull} onClick={() => setOpen('new')}>
            {t('rules.add')}
          </Button>
        )}
      </div>
      {isFull && <p className={section.hint}>{t('rules.full', { count: rules.length })}</p>}
      {rules.length === 0 && <p className={section.hint}>{t('rules.none')}</p>}
      {rules.length > 0 && found.length === 0 && (
        <p className={section.hint} role="status">
          {t('rules.notFound', { words })}
        </p>
      )}
      {found.length > 0 && (
        <table className={`${table.table} ${styles.rules}`} data-picks={isMain || undefined}>
          <thead>
            <tr>
              {isMain && (
                <th>
                  <input
                    type="checkbox"
                    aria-label={t('rules.pickAll', { count: found.length })}
                    checked={chosen.length === found.length}
                    onChange={({ currentTarget }) =>
                      pick(
                        found.map(({ keywordId }) => keywordId),
                        currentTarget.checked,
                      )
                    }
                  />
                </th>
              )}
              <th>{t('column.keywords')}</th>
              <th>{t('column.answer')}</th>
              <th>
                <span className="visually-hidden">{t('column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, most).map((rule) => (
              <Row
                key={rule.keywordId}
                rule={rule}
                isMain={isMain}
                isPicked={picked.has(rule.keywordId)}
                onPick={(isOn) => pick([rule.keywordId], isOn)}
                onOpen={() => setOpen(rule)}
              />
            ))}
          </tbody>
        </table>
      )}
      {found.length > most && (
        <Button kind="plain" onClick={() => setMost(most + STEP)}>
          {t('rules.more', { count: found.length - most })}
        </Button>
      )}
      {open !== null && (
        <KeywordDialog
          place={place}
          rule={open === 'new' ? null : open}
          shop={shop}
          isMain={isMain}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

/** By a keyword, or by what a text of the answer says. */
const isFound = ({ keyword, parts }: KeywordRuleView, words: string): boolean =>
  foldText(keyword).includes(words) ||
  parts.some((part) => part.kind === 'text' && foldText(part.text).includes(words));

function Row(props: {
  readonly rule: KeywordRuleView;
  readonly isMain: boolean;
  readonly isPicked: boolean;
  readonly onPick: (isOn: boolean) => void;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('autoReply');
  const { t: ofParts } = useTranslation('parts');
  const { rule, isMain } = props;
  const { keyword, isWhole, parts, variants } = rule;
  const [first] = parts;
  return (
    <tr>
      {isMain && (
        <td>
          <input
            type="checkbox"
            aria-label={t('rules.pick', { keyword })}
            checked={props.isPicked}
            onChange={({ currentTarget }) => props.onPick(currentTarget.checked)}
          />
        </td>
      )}
      <td>
        <KeywordChips words={keywordsOf(keyword)} />
        {isWhole && <span className={section.second}>{t('rule.whole')}</span>}
      </td>
      <td>
        {first !== undefined && (
          <span className={styles.cut} dir="auto">
            {first.kind === 'text'
              ? first.text
              : `${ofParts(PART_TEXTS[first.kind])}: ${first.kind === 'image' ? first.fileName : first.title}`}
          </span>
        )}
        {(parts.length > 1 || variants.length > 0) && (
          <span className={section.second}>
            {[
              ...(parts.length > 1 ? [t('rule.more', { count: parts.length - 1 })] : []),
              ...(variants.length > 0 ? [t('rule.languages', { count: variants.length })] : []),
            ].join(' · ')}
          </span>
        )}
      </td>
      <td>
        <Button
          kind="link"
          aria-label={t(isMain ? 'rule.changeOf' : 'rule.showOf', { keyword })}
          onClick={props.onOpen}
        >
          {t(isMain ? 'rule.change' : 'rule.show')}
        </Button>
      </td>
    </tr>
  );
}

function Deletion({
  rules,
  onDeleted,
}: {
  readonly rules: readonly KeywordRuleView[];
  readonly onDeleted: () => void;
}) {
  const { t } = useTranslation('autoReply');
  const { t: common } = useTranslation('common');
  const [isAsked, setIsAsked] = useState(false);
  const remove = async () => {
    const result = await removeKeywords(rules.map(({ keywordId }) => keywordId));
    if (result.ok) onDeleted();
    else toast('bad', failureText(result.failure, common));
  };
  const count = rules.length;
  return (
    <>
      <Button kind="danger" onClick={() => setIsAsked(true)}>
        {t('rules.delete', { count })}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('rules.deleteTitle', { count })}
          text={t('rules.deleteText')}
          confirm={t('rules.delete', { count })}
          cancel={t('cancel')}
          tone="danger"
          onConfirm={() => void remove()}
          onClose={() => setIsAsked(false)}
        >
          {rules
            .slice(0, 5)
            .map(({ keyword }) => keyword)
            .join(' · ')}
          {count > 5 && ' …'}
        </ConfirmDialog>
      )}
    </>
  );
}
