import type { ShopId } from '@pasar/domain';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDeskState } from '../../base/desk.tsx';
import styles from '../../base/figures/figures.module.css';
import { EVERYTHING, type FigureFilter, FilterBar, filterInput, isByHour } from '../../base/figures/filter-bar.tsx';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { type Figures, type Rates, withoutRate } from './figures.ts';
import { FIGURES, RATES } from './look-ups.ts';
import { RatesDialog } from './rates-dialog.tsx';
import { ShopPanel } from './shop-panel.tsx';
import { ShopTable } from './shop-table.tsx';
import { CurrencyTable, Tiles } from './tiles.tsx';
import { TimeChart } from './time-chart.tsx';

/** Figures of all shops, counted from the orders that Pasar has read. */
export function StatisticsPage() {
  const { t } = useTranslation('statistics');
  return (
    <KeyedPage keys={['order']} title={t('title')} text={t('text')} scrolls>
      <Statistics />
    </KeyedPage>
  );
}

function Statistics() {
  const { t } = useTranslation('statistics');
  const [filter, setFilter] = useState(EVERYTHING);
  const [isConverted, setIsConverted] = useState(false);
  const [isTyping, setIsTyping] = useState(false);
  const isMain = useDeskState(({ member }) => member?.isMain === true);
  const look = useLookUp(FIGURES, filterInput(filter));
  const kept = useLookUp(RATES, {});
  const figures = look.state === 'found' || look.state === 'stale' ? look.data : null;
  const known = kept.state === 'found' || kept.state === 'stale' ? kept.data : null;
  const rates = useMemo<Rates | null>(
    () => (known === null || known.base === null ? null : { base: known.base, rates: known.rates }),
    [known],
  );
  return (
    <>
      <FilterBar filter={filter} onChange={(part) => setFilter({ ...filter, ...part })}>
        {rates !== null && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isConverted}
              onChange={({ currentTarget }) => setIsConverted(currentTarget.checked)}
            />
            {t('rates.convert', { currency: rates.base })}
          </label>
        )}
        {isMain && (
          <Button kind="link" aria-haspopup="dialog" onClick={() => setIsTyping(true)}>
            {t('rates.open')}
          </Button>
        )}
      </FilterBar>
      <LookUpProblem look={look} />
      <LookUpProblem look={kept} />
      {isConverted && rates !== null && figures !== null && <RatesLine rates={rates} figures={figures} />}
      {figures !== null && (
        <Found filter={filter} figures={figures} rates={isConverted ? rates : null} isNarrow={filter !== EVERYTHING} />
      )}
      {isTyping && <RatesDialog known={rates} onClose={() => setIsTyping(false)} />}
    </>
  );
}

/** Of which days the rates are, and what is left out for the want of one. */
function RatesLine({ rates, figures }: { readonly rates: Rates; readonly figures: Figures }) {
  const { t } = useTranslation('statistics');
  const days = [...new Set(rates.rates.map(({ asOf }) => asOf))].toSorted();
  const without = withoutRate(figures.totals, rates);
  return (
    <p className={styles.hint} role="status">
      {t('rates.of', { days: days.join(', ') || '–' })}
      {without.length > 0 && ` ${t('rates.without', { currencies: without.join(', ') })}`}
    </p>
  );
}

function Found(props: {
  readonly filter: FigureFilter;
  readonly figures: Figures;
  readonly rates: Rates | null;
  readonly isNarrow: boolean;
}) {
  const { filter, figures, rates } = props;
  const { t } = useTranslation('statistics');
  const navigate = useNavigate();
  const shops = useDeskState((state) => state.shops);
  const [openId, setOpenId] = useState<ShopId | null>(null);
  const currencies = new Set(figures.totals.map(({ currency }) => currency)).size;
  const open = openId === null ? null : (shops.get(openId) ?? null);
  if (!figures.isAnyRead) {
    return (
      <Empty icon="box" title={t('empty.title')} text={t('empty.text')}>
        <Button kind="primary" onClick={() => void navigate('/orders')}>
          {t('empty.orders')}
        </Button>
      </Empty>
    );
  }
  return (
    <div className={styles.halves}>
      <div className={styles.figures}>
        <Tiles rows={figures.totals} rates={rates} />
        <div className={styles.beside}>
          <TimeChart figures={figures} isByHour={isByHour(filter.period)} />
          {rates === null && currencies > 1 && <CurrencyTable rows={figures.totals} />}
        </div>
        <ShopTable figures={figures} rates={rates} openId={openId} onOpen={setOpenId} />
        <p className={styles.hint}>
          {t('note', {
            from: fullTime(figures.beforeFrom).slice(0, 16),
            to: fullTime(figures.beforeTo).slice(0, 16),
          })}
        </p>
      </div>
      {open !== null && (
        <ShopPanel key={open.shopId} shop={open} period={filter.period} onClose={() => setOpenId(null)} />
      )}
    </div>
  );
}
