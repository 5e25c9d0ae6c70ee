import type { BuyerTagRulesView, BuyerTagRuleView, BuyerTagSweepView, BuyerTagView } from '@pasar/api';
import { BUYER_TAG_RULE_LIMITS } from '@pasar/domain';
import { useState } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import list from '../../../ui/rule-list.module.css';
import section from '../../../ui/section.module.css';
import { toast } from '../../../ui/toasts.tsx';
import { TAGS } from '../tags/look-ups.ts';
import { TagMark } from '../tags/tag-mark.tsx';
import { Changes } from './changes.tsx';
import { BUYER_TAG_RULES } from './look-ups.ts';
import { useMaking } from './making.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { SwitchOnDialog } from './switch-on-dialog.tsx';
import styles from './tag-rules-panel.module.css';
import { useRuleText } from './use-rule-text.ts';

/** By which rules buyers get tags. For the main account alone. */
export function TagRulesPanel() {
  const { t } = useTranslation('buyerTagRules');
  const rules = useLookUp(BUYER_TAG_RULES, {});
  const tags = useLookUp(TAGS, {});
  return (
    <div className={list.panel}>
      <header className={section.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={section.hint}>{t('text')}</p>
        </div>
      </header>
      <LookedUpPart
        look={rules}
        draw={(held) => <LookedUpPart look={tags} draw={({ tags }) => <Rules held={held} tags={tags} />} />}
      />
    </div>
  );
}

function Rules({ held, tags }: { readonly held: BuyerTagRulesView; readonly tags: readonly BuyerTagView[] }) {
  const { t } = useTranslation('buyerTagRules');
  const { rules, sweeps, changes } = held;
  const [open, setOpen] = useState<BuyerTagRuleView | 'new' | null>(null);
  const [switched, setSwitched] = useState<BuyerTagRuleView | null>(null);
  return (
    <>
      {rules.length === 0 ? (
        <Empty icon="flag" title={t('empty.title')} text={t('empty.text')}>
          <Button kind="primary" onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        </Empty>
      ) : (
        <>
          <ul className={`${list.rules} ${styles.list}`}>
            {rules.map((rule) => (
              <Rule
                key={rule.ruleId}
                rule={rule}
                sweep={sweeps.find(({ ruleId }) => ruleId === rule.ruleId) ?? null}
                tags={tags}
                onSwitchOn={() => setSwitched(rule)}
                onChange={() => setOpen(rule)}
              />
            ))}
          </ul>
          {rules.length < BUYER_TAG_RULE_LIMITS.rules ? (
            <Button kind="plain" onClick={() => setOpen('new')}>
              {t('add')}
            </Button>
          ) : (
            <p className={section.hint}>{t('full', { count: rules.length })}</p>
          )}
        </>
      )}
      {changes.length > 0 && <Changes changes={changes} tags={tags} />}
      {open !== null && <RuleDialog rule={open === 'new' ? null : open} tags={tags} onClose={() => setOpen(null)} />}
      {switched !== null && <SwitchOnDialog rule={switched} onClose={() => setSwitched(null)} />}
    </>
  );
}

interface RuleProps {
  readonly rule: BuyerTagRuleView;
  readonly sweep: BuyerTagSweepView | null;
  readonly tags: readonly BuyerTagView[];
  readonly onSwitchOn: () => void;
  readonly onChange: () => void;
}

function Rule({ rule, sweep, tags, onSwitchOn, onChange }: RuleProps) {
  const { t } = useTranslation('buyerTagRules');
  const { make, isBusy } = useMaking();
  const { which, tag: tagName } = useRuleText(tags)(rule);
  const { name, onSince, ruleId, tagId } = rule;
  const tag = tags.find(({ buyerTagId }) => buyerTagId === tagId);
  const switchOff = async () => {
    const wrong = await make({ kind: 'switchOff', ruleId });
    if (wrong !== null) toast('bad', wrong);
  };
  return (
    <li className={list.rule}>
      <div className={list.words}>
        <h3 className={styles.name}>
          {name}
          <span className={styles.state} data-on={onSince !== null}>
            {t(onSince === null ? 'off' : 'on')}
          </span>
        </h3>
        <p>{which}</p>
        <p className={styles.tag}>
          <span aria-hidden="true">→</span>
          {tag === undefined ? tagName : <TagMark name={tagName} color={tag.color} />}
        </p>
        {sweep !== null && <Sweep sweep={sweep} />}
      </div>
      <div className={list.actions}>
        {onSince === null ? (
          <Button kind="plain" aria-label={t('switchOnOf', { name })} disabled={tag === undefined} onClick={onSwitchOn}>
            {t('switchOn')}
          </Button>
        ) : (
          <Button
            kind="plain"
            aria-label={t('switchOffOf', { name })}
            disabled={isBusy}
            onClick={() => void switchOff()}
          >
            {t('switchOff')}
          </Button>
        )}
        <Button kind="plain" aria-label={t('changeOf', { name })} onClick={onChange}>
          {t('change')}
        </Button>
      </div>
    </li>
  );
}

/** How far the look at the buyers of the last 30 days has come. */
function Sweep({ sweep: { isDone, looked, total, tagged } }: { readonly sweep: BuyerTagSweepView }) {
  const { t } = useTranslation('buyerTagRules');
  return (
    <p className={section.hint} role="status">
      {isDone
        ? t('sweep.done', { count: tagged })
        : t('sweep.running', { looked, total: Math.max(looked, total), tagged })}
    </p>
  );
}
