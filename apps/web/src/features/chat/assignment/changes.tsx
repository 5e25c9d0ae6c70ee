import type { AssignmentRuleChange, AssignmentRuleView } from '@pasar/api';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../../base/texts/time-format.ts';
import table from '../../../ui/table.module.css';
import { useNow } from '../../../ui/use-now.ts';
import styles from './assignment-panel.module.css';
import { type Named, useRuleText } from './use-rule-text.ts';

/** Who changed the rules of assignment, and from what to what; the newest first. */
export function Changes(props: { readonly changes: readonly AssignmentRuleChange[]; readonly named: Named }) {
  const { t } = useTranslation('assignment');
  const locale = useLocale();
  const now = useNow();
  const eventText = useEventText(props.named);
  return (
    <>
      <h3 className={styles.heading}>{t('log')}</h3>
      <table className={table.table}>
        <thead>
          <tr>
            <th>{t('column.when')}</th>
            <th>{t('column.who')}</th>
            <th>{t('column.what')}</th>
            <th>{t('column.from')}</th>
            <th>{t('column.to')}</th>
          </tr>
        </thead>
        <tbody>
          {props.changes.map(({ changeId, changedAt, changedBy, event }) => {
            const { what, from, to } = eventText(event);
            return (
              <tr key={changeId}>
                <td data-tip={fullTime(changedAt)}>{listTime(changedAt, now, locale)}</td>
                <td>{changedBy}</td>
                <td>{what}</td>
                <td>{from}</td>
                <td>{to}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function useEventText(named: Named) {
  const { t } = useTranslation('assignment');
  const ruleText = useRuleText(named);
  const whole = (rule: AssignmentRuleView) => {
    const { which, whom } = ruleText(rule);
    return `${which} → ${whom}`;
  };
  return (event: AssignmentRuleChange['event']): { what: string; from: string; to: string } => {
    switch (event.kind) {
      case 'switched':
        return { what: t(event.isOn ? 'event.on' : 'event.off'), from: '', to: '' };
      case 'added':
        return { what: t('event.added', { name: event.rule.name }), from: '', to: whole(event.rule) };
      case 'removed':
        return { what: t('event.removed', { name: event.rule.name }), from: whole(event.rule), to: '' };
      case 'changed': {
        const { before, after } = event;
        const isNamedAnew = before.name !== after.name;
        const named = (rule: AssignmentRuleView) => (isNamedAnew ? `${rule.name}: ${whole(rule)}` : whole(rule));
        return { what: t('event.changed', { name: before.name }), from: named(before), to: named(after) };
      }
      case 'moved':
        return {
          what: t('event.moved', { name: event.name }),
          from: t('place', { number: event.from + 1 }),
          to: t('place', { number: event.to + 1 }),
        };
    }
  };
}
