import type { ResponseRuleChange, ResponseRuleEntry } from '@pasar/api';
import { MARKETPLACE_NAMES, responseRuleOf, responseRuleSourceOf, WARN_MINUTES } from '@pasar/domain';
import { useId, useState } from 'react';
import { ChangeLog } from '../../base/change-log.tsx';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { May } from '../../base/may.tsx';
import { useCountryName } from '../../base/texts/country-name.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import list from '../../ui/rule-list.module.css';
import section from '../../ui/section.module.css';
import { toast } from '../../ui/toasts.tsx';
import { resetResponseRule, warnMinutesBefore } from './commands.ts';
import { RESPONSE_RULES } from './look-ups.ts';
import { RuleDialog } from './rule-dialog.tsx';
import styles from './rules-panel.module.css';
import { useRuleText } from './use-rule-text.ts';

/** How fast answers are wanted, for each marketplace and country of the shops. Only the main account changes a rule. */
export function RulesPanel() {
  const { t } = useTranslation('responseRules');
  const isMain = useDeskState((state) => state.member?.isMain ?? false);
  const look = useLookUp(RESPONSE_RULES, {});
  const [changing, setChanging] = useState<ResponseRuleEntry | null>(null);
  return (
    <div className={list.panel}>
      <header className={section.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={section.hint}>{t(isMain ? 'text' : 'textRead')}</p>
        </div>
      </header>
      <May keys={['chat']}>
        <WarnField />
      </May>
      <LookedUpPart
        look={look}
        draw={({ rules, changes }) => (
          <>
            {rules.length === 0 && <p className={section.hint}>{t('none')}</p>}
            <ul className={list.rules}>
              {inOrder(rules).map((entry) => (
                <Rule
                  key={`${entry.marketplace} ${entry.country}`}
                  entry={entry}
                  onChange={isMain ? () => setChanging(entry) : null}
                />
              ))}
            </ul>
            {changes.length > 0 && <Changes changes={changes} />}
          </>
        )}
      />
      {changing !== null && <RuleDialog entry={changing} onClose={() => setChanging(null)} />}
    </div>
  );
}

/** When the member is warned before an answer is due: saved by the choice itself, and effective in all its windows. */
function WarnField() {
  const { t } = useTranslation('responseRules');
  const { t: common } = useTranslation('common');
  const id = useId();
  const held = useDeskState((state) => state.chatSetting.warnMinutes);
  const [saving, setSaving] = useState<{ readonly minutes: typeof held } | null>(null);
  const save = async (minutes: typeof held) => {
    const own = { minutes };
    setSaving(own);
    const result = await warnMinutesBefore(minutes);
    setSaving((now) => (now === own ? null : now));
    if (!result.ok) toast('bad', failureText(result.failure, common));
  };
  return (
    <p className={styles.warn}>
      <label htmlFor={id}>{t('warn')}</label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={String(saving === null ? held : saving.minutes)}
        onChange={({ currentTarget }) =>
          void save(WARN_MINUTES.find((minutes) => String(minutes) === currentTarget.value) ?? null)
        }
      >
        <option value="null">{t('warnNever')}</option>
        {WARN_MINUTES.map((minutes) => (
          <option key={minutes} value={minutes}>
            {t('warnBefore', { count: minutes })}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} className={section.hint}>
        {t('warnHint')}
      </span>
    </p>
  );
}

const inOrder = (rules: readonly ResponseRuleEntry[]) =>
  rules.toSorted(
    (one, two) => one.marketplace.localeCompare(two.marketplace) || one.country.localeCompare(two.country),
  );

interface RuleProps {
  readonly entry: ResponseRuleEntry;
  /** Null for who may not change it. */
  readonly onChange: (() => void) | null;
}

/** A rule, and beside it what the marketplace is known to want, from where, and of which day. */
function Rule({ entry, onChange }: RuleProps) {
  const { t } = useTranslation('responseRules');
  const { t: common } = useTranslation('common');
  const countryName = useCountryName();
  const ruleText = useRuleText();
  const [isBusy, setIsBusy] = useState(false);
  const { marketplace, country, rule, isOwn } = entry;
  const place = `${MARKETPLACE_NAMES[marketplace]} · ${countryName(country)}`;
  const { source, asOf } = responseRuleSourceOf(marketplace, country);
  const known = ruleText(responseRuleOf(marketplace, country));
  const reset = async () => {
    setIsBusy(true);
    const result = await resetResponseRule(entry);
    setIsBusy(false);
    if (result.ok) toast('good', t('resetDone', { place }));
    else toast('bad', failureText(result.failure, common));
  };
  return (
    <li className={list.rule}>
      <div className={list.words}>
        <h3 className={styles.place}>
          <MarketplaceMark marketplace={marketplace} size={16} />
          {place}
          {isOwn && <span className={styles.own}>{t('own')}</span>}
        </h3>
        <p>{ruleText(rule)}</p>
        <p className={section.hint}>
          {common('sentences', {
            first: isOwn ? t('known', { marketplace: MARKETPLACE_NAMES[marketplace], rule: known }) : t('isKnown'),
            second: t('source', { source, day: asOf }),
          })}
        </p>
      </div>
      {onChange !== null && (
        <div className={list.actions}>
          <Button kind="plain" aria-label={t('changeOf', { place })} onClick={onChange}>
            {t('change')}
          </Button>
          {isOwn && (
            <Button kind="plain" aria-label={t('resetOf', { place })} disabled={isBusy} onClick={() => void reset()}>
              {t('reset')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function Changes({ changes }: { readonly changes: readonly ResponseRuleChange[] }) {
  const { t } = useTranslation('responseRules');
  const countryName = useCountryName();
  const ruleText = useRuleText();
  const textOf = (rule: ResponseRuleChange['before']) => (rule === null ? t('marketplaces') : ruleText(rule));
  return (
    <ChangeLog
      title={t('log')}
      columns={[t('column.when'), t('column.who'), t('column.where'), t('column.from'), t('column.to')]}
      rows={changes.map(({ marketplace, country, before, after, ...change }) => ({
        ...change,
        cells: [`${MARKETPLACE_NAMES[marketplace]} · ${countryName(country)}`, textOf(before), textOf(after)],
      }))}
    />
  );
}
