import type { AutomaticContent, QuickReplyPart } from '@pasar/api';
import { type FormEvent, useMemo, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { storedContent } from '../../base/parts/commands.ts';
import { type DraftVariants, draftVariants } from '../../base/parts/parts-draft.ts';
import { VariantsField } from '../../base/parts/variants-field.tsx';
import { WrittenParts } from '../../base/parts/written-parts.tsx';
import { shopName } from '../../base/shops/health.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { isUnwritten, withBeginnings } from './beginnings.ts';
import { saveContent } from './commands.ts';
import { CONTENT_USE, type ContentPlace } from './content-use.ts';
import styles from './order-care.module.css';
import { filledWith, type Sample } from './sample.ts';
import { KIND_TEXTS } from './texts.ts';

interface ContentFormProps {
  readonly place: ContentPlace;
  /** Null: nothing is written for the place. */
  readonly content: AutomaticContent | null;
  /** What holds for every country that has no own. */
  readonly general: AutomaticContent | null;
  readonly isMain: boolean;
  readonly edited: DraftVariants | null;
  readonly onEdit: (variants: DraftVariants | null) => void;
  readonly onRemoved: () => void;
}

/** A stored picture belongs to one content, so the beginning of another one has the texts alone. */
const textsOf = (content: AutomaticContent | null): AutomaticContent | null => {
  const parts = content?.parts.filter(({ kind }) => kind === 'text') ?? [];
  return parts.length === 0 ? null : { parts, variants: [] };
};

/** What buyers of a place get, with a sample of it. */
export function ContentForm(props: ContentFormProps) {
  const { t } = useTranslation('orderCare');
  const countryName = useCountryName();
  const { place, content, general, isMain, edited, onEdit } = props;
  const { save, remove, problem, isBusy } = useSaving(place, props);
  const held = useMemo(() => draftVariants(content ?? textsOf(general)), [content, general]);
  const [isAsked, setIsAsked] = useState(false);
  const shops = useDeskState((state) => state.shops);
  if (!isMain) return <WrittenParts content={content} />;
  const variants = edited ?? held;
  const isNew = content === null && general !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(variants);
  };
  return (
    <form className={styles.form} aria-label={t('tab.content')} onSubmit={submit} noValidate>
      {place.country !== null && content === null && (
        <p className={styles.hint}>{t('content.begun', { country: countryName(place.country) })}</p>
      )}
      {variants.some(isUnwritten) && (
        <p className={styles.hint}>
          {t('content.begin')}{' '}
          <Button
            kind="link"
            onClick={() => {
              const ofShops = [...shops.values()].map(({ country }) => country);
              onEdit(withBeginnings(place.kind, place.country === null ? ofShops : [place.country], variants));
            }}
          >
            {t('content.beginWithOurs')}
          </Button>
        </p>
      )}
      <VariantsField
        legend={t('content.messages')}
        use={CONTENT_USE}
        variants={variants}
        shop={null}
        onChange={onEdit}
        below={(parts) => <SampleOf parts={parts} />}
      />
      <div className={styles.actions}>
        {problem !== null && (
          <p className={styles.bad} role="alert">
            {problem}
          </p>
        )}
        {content !== null && (
          <Button kind="plain" disabled={isBusy} onClick={() => setIsAsked(true)}>
            {t('content.remove')}
          </Button>
        )}
        <Button kind="plain" disabled={isBusy || edited === null} onClick={() => onEdit(null)}>
          {t('undo')}
        </Button>
        <Button kind="primary" type="submit" disabled={isBusy || (edited === null && !isNew)}>
          {t('save')}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={t('content.removeTitle')}
          text={t(place.country === null ? 'content.removeText' : 'content.removeCountryText')}
          confirm={t('content.remove')}
          cancel={t('content.keep')}
          tone="danger"
          onConfirm={() => void remove()}
          onClose={() => setIsAsked(false)}
        >
          {t(KIND_TEXTS[place.kind])}
          {place.country !== null && ` · ${countryName(place.country)}`}
        </ConfirmDialog>
      )}
    </form>
  );
}

function useSaving(place: ContentPlace, { onEdit, onRemoved }: Pick<ContentFormProps, 'onEdit' | 'onRemoved'>) {
  const { t } = useTranslation('orderCare');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const write = async (content: AutomaticContent | null, onDone: () => void) => {
    setProblem(null);
    setIsBusy(true);
    const result = await saveContent(place.kind, place.country, content);
    setIsBusy(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    toast('good', t(content === null ? 'content.removed' : 'saved'));
    onDone();
  };
  const save = async (variants: DraftVariants) => {
    setIsBusy(true);
    const stored = await storedContent(variants);
    setIsBusy(false);
    if (!stored.ok) return setProblem(failureText(stored.failure, common));
    if (stored.data === null) return setProblem(t('content.empty'));
    await write(stored.data, () => onEdit(null));
  };
  return { save, remove: () => write(null, onRemoved), problem, isBusy };
}

/** The texts with sample values in them, as the buyer would read them. */
function SampleOf({ parts }: { readonly parts: readonly QuickReplyPart[] }) {
  const { t } = useTranslation('orderCare');
  const locale = useLocale();
  const shop = useDeskState(({ shops }) => [...shops.values()][0] ?? null);
  const sample: Sample = {
    buyer: t('sample.buyer'),
    shop: shop === null ? t('sample.shop') : shopName(shop),
    order: '261126ABCDEF',
    tracking: 'SPX0123456789',
    product: t('sample.product'),
    amount: moneyText({ amount: '249', currency: 'THB' }, locale),
  };
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [filledWith(part.text, sample)] : []));
  if (texts.length === 0) return null;
  return (
    <section className={styles.sample} aria-label={t('sample')}>
      <h3 className={styles.label}>{t('sample')}</h3>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no other name than their place.
        <p key={index} className={styles.bubble} dir="auto">
          {text}
        </p>
      ))}
    </section>
  );
}
