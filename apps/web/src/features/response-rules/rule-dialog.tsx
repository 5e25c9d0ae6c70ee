import type { ResponseRuleEntry } from '@pasar/api';
import { leavesTime, MARKETPLACE_NAMES, type QuietTimes, RULE_LIMITS } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { DayHours } from '../../base/day-hours.tsx';
import { useCountryName } from '../../base/texts/country-name.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { toast } from '../../ui/toasts.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { saveResponseRule } from './commands.ts';
import styles from './rules-panel.module.css';

type Rule = ResponseRuleEntry['rule'];
const HOUR_MS = 3_600_000;
/** Every night from 22:00 to 08:00. */
const FIRST_QUIET: QuietTimes = { from: 1_320, to: 480, days: [0, 1, 2, 3, 4, 5, 6] };

/** Why a rule cannot be saved; null when it can. The server judges by the same limits. */
function faultOf({ withinMs, wantedPercent, windowDays, quiet }: Rule) {
  const isWithin = withinMs >= RULE_LIMITS.minWithinMs && withinMs <= RULE_LIMITS.maxWithinMs;
  if (!isWithin) return 'wrong.within';
  if (!Number.isInteger(wantedPercent) || wantedPercent < 1 || wantedPercent > 100) return 'wrong.percent';
  if (!Number.isInteger(windowDays) || windowDays < 1 || windowDays > RULE_LIMITS.maxWindowDays) return 'wrong.days';
  if (quiet !== null && quiet.days.length === 0) return 'wrong.noDay';
  return quiet !== null && !leavesTime(quiet) ? 'wrong.always' : null;
}

/** Changes the rule of a marketplace and country. */
export function RuleDialog({ entry, onClose }: { readonly entry: ResponseRuleEntry; readonly onClose: () => void }) {
  const { t } = useTranslation('responseRules');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const countryName = useCountryName();
  const [rule, setRule] = useState<Rule>(entry.rule);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const place = `${MARKETPLACE_NAMES[entry.marketplace]} · ${countryName(entry.country)}`;
  const set = (change: Partial<Rule>) => setRule({ ...rule, ...change });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const fault = faultOf(rule);
    if (fault !== null) return setProblem(t(fault));
    setIsBusy(true);
    const result = await saveResponseRule(entry, rule);
    setIsBusy(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    toast('good', t('saved', { place }));
    onClose();
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={form.form} noValidate onSubmit={(event) => void save(event)}>
        <h2 id={id} className={form.title}>
          {t('changeOf', { place })}
        </h2>
        <div className={form.pair}>
          <NumberField
            label={t('form.within')}
            isFirst={true}
            step={0.5}
            value={rule.withinMs / HOUR_MS}
            onValue={(hours) => set({ withinMs: Math.round(hours * HOUR_MS) })}
          />
          <NumberField
            label={t('form.percent')}
            step={1}
            value={rule.wantedPercent}
            onValue={(wantedPercent) => set({ wantedPercent })}
          />
          <NumberField
            label={t('form.days')}
            step={1}
            value={rule.windowDays}
            onValue={(windowDays) => set({ windowDays })}
          />
          <label className={form.field}>
            <span>{t('form.counts')}</span>
            <select
              value={rule.counts}
              onChange={({ currentTarget }) => set({ counts: currentTarget.value === 'first' ? 'first' : 'all' })}
            >
              <option value="all">{t('form.countsAll')}</option>
              <option value="first">{t('form.countsFirst')}</option>
            </select>
          </label>
        </div>
        <QuietField
          quiet={rule.quiet}
          onQuiet={(quiet) => set({ quiet: quiet && { ...quiet, days: [...quiet.days] } })}
        />
        {problem !== null && (
          <p className={form.bad} role="alert">
            {problem}
          </p>
        )}
        <footer className={form.actions}>
          <Button kind="plain" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t('form.save')}
          </Button>
        </footer>
      </form>
    </dialog>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly isFirst?: boolean;
  readonly step: number;
  readonly value: number;
  readonly onValue: (value: number) => void;
}

function NumberField({ label, isFirst = false, step, value, onValue }: NumberFieldProps) {
  // An empty field is no number, which the input cannot be given.
  const [initial] = useState(value);
  return (
    <label className={form.field}>
      <span>{label}</span>
      <input
        type="number"
        {...(isFirst ? { 'data-first': '' } : {})}
        min={step}
        step={step}
        defaultValue={initial}
        onChange={({ currentTarget }) => onValue(currentTarget.valueAsNumber)}
      />
    </label>
  );
}

interface QuietFieldProps {
  readonly quiet: QuietTimes | null;
  readonly onQuiet: (quiet: QuietTimes | null) => void;
}

/** The hours and days that do not count, by the clock of the shops. */
function QuietField({ quiet, onQuiet }: QuietFieldProps) {
  const { t } = useTranslation('responseRules');
  return (
    <fieldset className={styles.part}>
      <legend>{t('form.quiet')}</legend>
      <label>
        <input
          type="checkbox"
          checked={quiet !== null}
          onChange={({ currentTarget }) => onQuiet(currentTarget.checked ? FIRST_QUIET : null)}
        />{' '}
        {t('form.quietOn')}
      </label>
      {quiet !== null && (
        <DayHours hours={quiet} labels={{ from: t('form.from'), to: t('form.to') }} onChange={onQuiet} />
      )}
      <p className={styles.hint}>{t('form.quietHint')}</p>
    </fieldset>
  );
}
