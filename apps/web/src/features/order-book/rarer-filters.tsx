import { CURRENCY_BY_COUNTRY } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import page from '../../ui/list-page.module.css';
import { Select } from '../../ui/select.tsx';
import { AMOUNT, type OrderFilter } from './filter.ts';
import styles from './order-book.module.css';

interface RarerFiltersProps {
  readonly filter: OrderFilter;
  readonly onChange: (part: Partial<OrderFilter>, replace?: boolean) => void;
}

/** Amount, note and rating. */
export function RarerFilters({ filter, onChange }: RarerFiltersProps) {
  const { t } = useTranslation('orderBook');
  const shops = useDeskState((state) => state.shops);
  const used = [...shops.values()].map(({ country }) => CURRENCY_BY_COUNTRY[country]);
  const currencies = [...new Set([...used, ...(filter.currency === '' ? [] : [filter.currency])])].toSorted();
  return (
    <div className={page.line}>
      <span className={styles.dates}>
        <Amount name={t('amount.least')} value={filter.least} onValue={(least) => onChange({ least }, true)} />
        <span aria-hidden="true">–</span>
        <Amount name={t('amount.most')} value={filter.most} onValue={(most) => onChange({ most }, true)} />
      </span>
      <Select
        aria-label={t('amount.currency')}
        value={filter.currency}
        onChange={({ currentTarget: { value } }) => onChange({ currency: value })}
      >
        <option value="">{t('amount.currencyAll')}</option>
        {currencies.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={filter.hasNote}
          onChange={({ currentTarget }) => onChange({ hasNote: currentTarget.checked })}
        />
        {t('filter.hasNote')}
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={filter.isRatable}
          onChange={({ currentTarget }) => onChange({ isRatable: currentTarget.checked })}
        />
        {t('filter.isRatable')}
      </label>
    </div>
  );
}

/** An amount counts when it is a number, and an empty field limits nothing. */
function Amount(props: { readonly name: string; readonly value: string; readonly onValue: (value: string) => void }) {
  const { name, value, onValue } = props;
  const [typed, setTyped] = useState(value);
  const text = typed.trim();
  return (
    <input
      className={styles.amount}
      inputMode="decimal"
      aria-label={name}
      placeholder={name}
      aria-invalid={text !== '' && !AMOUNT.test(text)}
      value={typed}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value.trim();
        setTyped(currentTarget.value);
        if (next === '' || AMOUNT.test(next)) onValue(next);
      }}
    />
  );
}
