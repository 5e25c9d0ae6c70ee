import type { BuyerOrdersView } from '@pasar/api';
import { useDeskState } from '../../../../base/desk.tsx';
import type { LookedUp } from '../../../../base/look-up.ts';
import { LookUpProblem } from '../../../../base/looked-up.tsx';
import { shopName } from '../../../../base/shops/health.ts';
import { reasonText, useLocale, useTranslation } from '../../../../base/texts/i18n.ts';
import { moneyText } from '../../../../base/texts/money-text.ts';
import { numberText } from '../../../../base/texts/number-text.ts';
import { AsOfWords } from '../../tab/as-of.tsx';
import styles from './buyer-details.module.css';
import { dataOf, isAskedAgain } from './look-ups.ts';
import { Fact, Section } from './section.tsx';

/** How much the buyer has bought from us. `known`: what the shops told earlier. */
export function BuyerOrders({
  look,
  known,
  mayLook,
}: {
  readonly look: LookedUp<BuyerOrdersView>;
  readonly known: BuyerOrdersView | null;
  readonly mayLook: boolean;
}) {
  const { t } = useTranslation('buyer');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const told = dataOf(look) ?? known;
  const age = told?.toldAt ?? null;
  return (
    <Section
      title={t('section.orders')}
      aside={age === null ? null : <AsOfWords asOf={age} isAsking={isAskedAgain(look)} />}
    >
      {!mayLook && <p className={styles.none}>{reasonText('no_permission', locale)}</p>}
      {mayLook && told === null && look.state === 'waiting' && (
        <p className={styles.none}>{common('lookUp.waiting')}</p>
      )}
      <LookUpProblem look={look} />
      {told !== null && <Sums told={told} />}
    </Section>
  );
}

function Sums({ told: { orderCount, spent, isAtLeast, shops } }: { readonly told: BuyerOrdersView }) {
  const { t } = useTranslation('buyer');
  const locale = useLocale();
  const known = useDeskState((state) => state.shops);
  const honest = (text: string) => (isAtLeast ? t('orders.atLeast', { amount: text }) : text);
  return (
    <>
      <dl>
        <Fact name={t('orders.count')}>
          <span className="numbers">{honest(numberText(orderCount, locale))}</span>
        </Fact>
        <Fact name={t('orders.spent')}>
          <span className={styles.sums}>
            {spent.length === 0 && honest(t('orders.nothing'))}
            {spent.map((sum) => (
              <span key={sum.currency} className="numbers">
                {honest(moneyText(sum, locale))}
              </span>
            ))}
          </span>
        </Fact>
      </dl>
      {(shops.length > 1 || shops.some(({ refusal }) => refusal !== null)) && (
        <ul className={styles.shops}>
          {shops.map(({ shopId, orders, refusal }) => {
            const shop = known.get(shopId);
            const words =
              orders === null
                ? t('orders.notAsked', { why: refusal === null ? '' : reasonText(refusal.reason, locale) })
                : [
                    t('orders.number', { count: orders.orderCount }),
                    ...orders.spent.map((sum) => moneyText(sum, locale)),
                  ].join(' · ');
            return (
              <li key={shopId}>
                {t('orders.ofShop', { shop: shop === undefined ? shopId : shopName(shop), orders: words })}
              </li>
            );
          })}
        </ul>
      )}
      <p className={styles.hint}>{t('orders.hint')}</p>
    </>
  );
}
