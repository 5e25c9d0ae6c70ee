import { automaticMediaPath, type CALLS, type CallOutput, type ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES, TRIED_ORDERS, type TriedOrder } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { Film } from '../../../base/parts/film.tsx';
import { PART_TEXTS } from '../../../base/parts/texts.ts';
import { shopName } from '../../../base/shops/health.ts';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { languageName } from '../../../base/texts/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import form from '../../../ui/form-dialog.module.css';
import { Select } from '../../../ui/select.tsx';
import styles from './auto-reply.module.css';
import { tryReply } from './commands.ts';
import { delayText, REASON_TEXTS } from './texts.ts';

type Outcome = CallOutput<typeof CALLS.autoReply.tryAutoReply>;

/** Shows what would be answered to a text that a buyer writes now. Nothing is sent. */
export function TryPart() {
  const { t } = useTranslation('autoReply');
  const { t: common } = useTranslation('common');
  const id = useId();
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const all = [...shops.values()];
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [isFirstToday, setIsFirstToday] = useState(false);
  const [newestOrder, setNewestOrder] = useState<TriedOrder>('none');
  const [shown, setShown] = useState<{ readonly shop: ShopView; readonly outcome: Outcome } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const shop = all.find(({ shopId }) => shopId === chosen) ?? all[0];
  if (shop === undefined) return <Empty icon="shop" title={t('try.noShop')} />;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setProblem(t('try.empty'));
    setIsBusy(true);
    setProblem(null);
    const result = await tryReply({ shopId: shop.shopId, text, isFirstToday, newestOrder });
    setIsBusy(false);
    setShown(result.ok ? { shop, outcome: result.data } : null);
    if (!result.ok) setProblem(failureText(result.failure, common));
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={form.hint}>{t('try.text')}</p>
      <div className={form.field}>
        <label htmlFor={`${id}-shop`}>{t('try.shop')}</label>
        <Select id={`${id}-shop`} value={shop.shopId} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          {all.map((one) => (
            <option key={one.shopId} value={one.shopId}>
              {shopName(one)} · {MARKETPLACE_NAMES[one.marketplace]} · {countryName(one.country)}
            </option>
          ))}
        </Select>
      </div>
      <div className={form.field}>
        <label htmlFor={`${id}-text`}>{t('try.written')}</label>
        <textarea
          id={`${id}-text`}
          maxLength={2_000}
          value={text}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <p id={`${id}-problem`} className={form.problem} role="alert">
          {problem}
        </p>
      </div>
      <div className={form.field}>
        <label htmlFor={`${id}-order`}>{t('try.order')}</label>
        <Select
          id={`${id}-order`}
          value={newestOrder}
          onChange={({ currentTarget: { value } }) =>
            setNewestOrder(TRIED_ORDERS.find((one) => one === value) ?? newestOrder)
          }
        >
          {TRIED_ORDERS.map((one) => (
            <option key={one} value={one}>
              {t(ORDER_TEXTS[one])}
            </option>
          ))}
        </Select>
      </div>
      <label className={form.check}>
        <input
          type="checkbox"
          checked={isFirstToday}
          onChange={({ currentTarget }) => setIsFirstToday(currentTarget.checked)}
        />
        {t('try.first')}
      </label>
      <p>
        <Button kind="primary" type="submit" disabled={isBusy}>
          {t('try.run')}
        </Button>
      </p>
      <div role="status" aria-label={t('try.outcome')}>
        {shown !== null && <Shown {...shown} />}
      </div>
    </form>
  );
}

const ORDER_TEXTS = {
  none: 'try.order.none',
  placed: 'try.order.placed',
  shipped: 'try.order.shipped',
} as const satisfies Record<TriedOrder, string>;

const ANSWER_TEXTS = {
  welcome: 'try.welcome',
  faq: 'try.faq',
  keyword: 'try.keyword',
  default: 'try.default',
} as const;

function Shown({ shop, outcome }: { readonly shop: ShopView; readonly outcome: Outcome }) {
  const { t } = useTranslation('autoReply');
  const locale = useLocale();
  const country = useCountryName()(shop.country);
  const { answer, isOfShop } = outcome;
  const whose = isOfShop ? t('try.ofShop') : t('try.ofCountry', { country });
  if (answer === null) {
    return (
      <div className={styles.outcome}>
        <p>
          <strong>{t('try.none')}</strong>
        </p>
        <p className={form.hint}>{whose}</p>
      </div>
    );
  }
  const { replyType, keyword, afterMs, language, parts, reason } = answer;
  return (
    <div className={styles.outcome}>
      {reason !== null && (
        <p className={styles.not}>
          <strong>{t('try.not')}</strong> {t(REASON_TEXTS[reason])}
        </p>
      )}
      <p>
        {t(ANSWER_TEXTS[replyType], { keyword, time: delayText(afterMs, locale) })}{' '}
        {t('try.language', { language: languageName(language, locale) })}
      </p>
      {parts.length > 0 && (
        <ol className={styles.bubbles}>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name than their place.
            <li key={index} className={styles.bubble} dir="auto">
              <TriedPart {...part} />
            </li>
          ))}
        </ol>
      )}
      <p className={form.hint}>{whose}</p>
    </div>
  );
}

function TriedPart({ kind, text, pictureId }: NonNullable<Outcome['answer']>['parts'][number]) {
  const { t } = useTranslation('parts');
  if (kind === 'text') return text;
  if (kind === 'video' && pictureId !== null) return <Film url={automaticMediaPath(pictureId)} name={text} />;
  return `${t(PART_TEXTS[kind])}: ${text}`;
}
