import type { IpSubjectView, ShopView } from '@pasar/api';
import { isAboutProxy, MARKETPLACE_NAMES, offers, ROUTING_LINES } from '@pasar/domain';
import { shopName } from '../../base/shops/health.ts';
import { useCountryName } from '../../base/texts/country-name.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { listText } from '../../base/texts/list-text.ts';
import { refusalText } from '../../base/texts/refusal-text.ts';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { Select } from '../../ui/select.tsx';
import type { Ask } from './ask.ts';
import { bindSubjects, setRoutingLine } from './commands.ts';
import { exitWarning } from './exit-text.ts';
import styles from './isolation-panel.module.css';
import type { Listed } from './listed.ts';
import { SubjectTest } from './subject-test.tsx';

interface LoginRowProps {
  readonly connectionId: string;
  readonly shops: readonly ShopView[];
  readonly listed: Listed;
  readonly ask: Ask;
  readonly isMarked: boolean;
  readonly onMark: (isMarked: boolean) => void;
}

/** A login with its shops, its proxy and its line, and what is wrong with the proxy. */
export function LoginRow({ connectionId, shops, listed, ask, isMarked, onMark }: LoginRowProps) {
  const { t } = useTranslation('routing');
  const locale = useLocale();
  const countryName = useCountryName();
  const [first] = shops;
  if (first === undefined) return null;
  const names = listText(shops.map(shopName), locale);
  const ipSubjectId = listed.bindings.find((binding) => binding.connectionId === connectionId)?.ipSubjectId ?? null;
  const subject = listed.subjects.find((known) =>
    ipSubjectId === null ? known.scope === 'custom_global' : known.ip_partition_subject_id === ipSubjectId,
  );
  return (
    <li className={styles.item} data-connection={connectionId}>
      <div className={styles.subject}>
        <input
          type="checkbox"
          aria-label={t('bulk.mark', { shops: names })}
          checked={isMarked}
          onChange={(event) => onMark(event.currentTarget.checked)}
        />
        <MarketplaceMark marketplace={first.marketplace} size={18} />
        <span className={styles.names}>
          {names}
          <span className={styles.detail}>
            {MARKETPLACE_NAMES[first.marketplace]} ·{' '}
            {listText([...new Set(shops.map((shop) => countryName(shop.country)))], locale)}
          </span>
        </span>
        <span className={styles.choices}>
          <Select
            aria-label={t('logins.way', { shops: names })}
            value={ipSubjectId ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              ask(bindSubjects([{ connectionId, ipSubjectId: value === '' ? null : value }]));
            }}
          >
            <option value="">{t('logins.asOthers')}</option>
            {listed.subjects
              .filter(({ scope }) => scope === 'platform')
              .map((known) => (
                <option key={known.ip_partition_subject_id} value={known.ip_partition_subject_id}>
                  {known.name}
                </option>
              ))}
          </Select>
          {offers(first.marketplace, 'lines') && (
            <Line connectionId={connectionId} names={names} lines={listed.lines} ask={ask} />
          )}
        </span>
      </div>
      {subject !== undefined && <Trouble shops={shops} subject={subject} />}
    </li>
  );
}

/** A proxy that fails, with a test of it; or a proxy in another country than the shops. */
function Trouble({ shops, subject }: { readonly shops: readonly ShopView[]; readonly subject: IpSubjectView }) {
  const { t } = useTranslation('routing');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const failed = shops.flatMap(({ connection: { refusal } }) =>
    refusal !== null && isAboutProxy(refusal.reason) ? [refusal] : [],
  )[0];
  const warning = exitWarning(
    subject.exit,
    shops.map(({ country }) => country),
    locale,
    t,
  );
  return (
    <>
      {failed !== undefined && (
        <div className={styles.bad} role="alert" data-trouble="proxy">
          {refusalText(failed, locale, common)} <SubjectTest subject={subject} />
        </div>
      )}
      {warning !== null && (
        <p className={styles.warning} data-trouble="country">
          {warning}
        </p>
      )}
    </>
  );
}

const LINE_TEXTS = { auto: 'line.auto', local: 'line.local', mainland: 'line.mainland' } as const;

/** Which of Shopee's two lines a login uses (spec 2 §1). */
function Line(props: {
  readonly connectionId: string;
  readonly names: string;
  readonly lines: Listed['lines'];
  readonly ask: Ask;
}) {
  const { t } = useTranslation('routing');
  const { connectionId, names, lines, ask } = props;
  return (
    <Select
      aria-label={t('line.label', { shops: names })}
      value={lines.find((known) => known.connectionId === connectionId)?.line ?? 'auto'}
      onChange={(event) => {
        const line = ROUTING_LINES.find((known) => known === event.currentTarget.value);
        if (line !== undefined) ask(setRoutingLine(connectionId, line));
      }}
    >
      {ROUTING_LINES.map((line) => (
        <option key={line} value={line}>
          {t(LINE_TEXTS[line])}
        </option>
      ))}
    </Select>
  );
}
