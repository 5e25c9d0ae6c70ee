import type { AssignmentRuleChange, AssignmentRuleView } from '@pasar/api';
import { ChangeLog } from '../../../base/change-log.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { type Named, useRuleText } from './use-rule-text.ts';

/** Who changed the rules of assignment, and from what to what; the newest first. */
export function Changes(props: { readonly changes: readonly AssignmentRuleChange[]; readonly named: Named }) {
  const { t } = useTranslation('assignment');
  const eventText = useEventText(props.named);
  return (
    <ChangeLog
      title={t('log')}
      columns={[t('column.when'), t('column.who'), t('column.what'), t('column.from'), t('column.to')]}
      rows={props.changes.map(({ event, ...change }) => {
        const { what, from, to } = eventText(event);
        return { ...change, cells: [what, from, to] };
      })}
    />
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
