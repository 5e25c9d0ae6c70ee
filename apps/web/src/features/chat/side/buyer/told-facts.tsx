import type { BuyerProfileView } from '@pasar/api';
import type { BuyerProfile, Locale, Marketplace } from '@pasar/domain';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import type { LookedUp } from '../../../../base/look-up.ts';
import { LookUpProblem } from '../../../../base/looked-up.tsx';
import { regionName } from '../../../../base/texts/country-name.ts';
import { type Translate, useLocale, useTranslation } from '../../../../base/texts/i18n.ts';
import { languageName } from '../../../../base/texts/language-name.ts';
import { dayOf } from '../../../../base/texts/time-format.ts';
import { AsOfWords } from '../../tab/as-of.tsx';
import styles from './buyer-details.module.css';
import { dataOf, isAskedAgain } from './look-ups.ts';
import { Fact, Section } from './section.tsx';

/** What the marketplace tells of the buyer: only what it gives. `known`: its earlier answer. */
export function ToldFacts({
  look,
  known,
  marketplace,
}: {
  readonly look: LookedUp<BuyerProfileView>;
  readonly known: BuyerProfileView | null;
  readonly marketplace: Marketplace;
}) {
  const { t } = useTranslation('buyer');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const told = dataOf(look) ?? known;
  const facts = told === null ? [] : factsOf(told.profile, locale, t);
  const names = { marketplace: MARKETPLACE_NAMES[marketplace] };
  return (
    <Section
      title={t('section.told', names)}
      aside={told === null ? null : <AsOfWords asOf={told.toldAt} isAsking={isAskedAgain(look)} />}
    >
      {told === null && look.state === 'waiting' && <p className={styles.none}>{common('lookUp.waiting')}</p>}
      <LookUpProblem look={look} />
      {told !== null && facts.length === 0 && <p className={styles.none}>{t('told.none', names)}</p>}
      {facts.length > 0 && (
        <dl>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
    </Section>
  );
}

function factsOf(profile: BuyerProfile, locale: Locale, t: Translate<'buyer'>): readonly (readonly [string, string])[] {
  const { rating, orderCount, deliveredOrderCount, joinedAt, country, language, isFollower } = profile;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const facts: (readonly [string, string])[] = [];
  if (rating !== null) facts.push([t('fact.rating'), t('fact.ratingOf', { rating: number.format(rating) })]);
  if (orderCount !== null && deliveredOrderCount === null) facts.push([t('fact.orders'), number.format(orderCount)]);
  if (orderCount !== null && deliveredOrderCount !== null) {
    const share = orderCount === 0 ? 0 : deliveredOrderCount / orderCount;
    const done = number.format(deliveredOrderCount);
    const parts = { done, count: number.format(orderCount), percent: percent.format(share) };
    facts.push([t('fact.delivered'), orderCount === 0 ? number.format(0) : t('fact.deliveredOf', parts)]);
  }
  if (joinedAt !== null) facts.push([t('fact.joined'), dayOf(joinedAt)]);
  if (country !== null) facts.push([t('fact.country'), countryWords(country, locale)]);
  if (language !== null) facts.push([t('fact.language'), languageWords(language, locale)]);
  if (isFollower !== null) facts.push([t('fact.follows'), t(isFollower ? 'fact.yes' : 'fact.no')]);
  return facts;
}

/** A marketplace's word that names no country or language is shown as it is. */
const countryWords = (country: string, locale: Locale): string =>
  /^[a-z]{2}$/i.test(country) ? regionName(country.toUpperCase(), locale) : country;
const languageWords = (language: string, locale: Locale): string =>
  /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? languageName(language, locale) : language;
