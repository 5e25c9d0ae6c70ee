import type { BuyerTagRuleChange, BuyerTagRuleTextView, BuyerTagView } from '@pasar/api';
import { ChangeLog } from '../../../base/change-log.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { useRuleText } from './use-rule-text.ts';

/** Who changed the rules of buyer tags, and from what to what; the newest first. */
export function Changes(props: {
  readonly changes: readonly BuyerTagRuleChange[];
  readonly tags: readonly BuyerTagView[];
}) {
  const { t } = useTranslation('buyerTagRules');
  const eventText = useEventText(props.tags);
  return (
    <ChangeLog
      title={t('log')}
      columns={[t('column.when'), t('column.who'), t('column.what'), t('column.from'), t('column.to')]}
      rows={props.changes.map(({ event, ...change }) => ({ ...change, cells: eventText(event) }))}
    />
  );
}

function useEventText(tags: readonly BuyerTagView[]) {
  const { t } = useTranslation('buyerTagRules');
  const ruleText = useRuleText(tags);
  const whole = (rule: BuyerTagRuleTextView) => {
    const { which, tag } = ruleText(rule);
    return `${which} → ${tag}`;
  };
  return (event: BuyerTagRuleChange['event']): [string, string, string] => {
    switch (event.kind) {
      case 'added':
        return [t('event.added', { name: event.rule.name }), '', whole(event.rule)];
      case 'removed':
        return [t('event.removed', { name: event.rule.name }), whole(event.rule), ''];
      case 'changed': {
        const { before, after } = event;
        const isNamedAnew = before.name !== after.name;
        const named = (rule: BuyerTagRuleTextView) => (isNamedAnew ? `${rule.name}: ${whole(rule)}` : whole(rule));
        return [t('event.changed', { name: before.name }), named(before), named(after)];
      }
      case 'switchedOff':
        return [t('event.off', { name: event.name }), '', ''];
      case 'switchedOn':
        return [t('event.on', { name: event.name }), '', t(event.withRecent ? 'event.recent' : 'event.fromNow')];
    }
  };
}
