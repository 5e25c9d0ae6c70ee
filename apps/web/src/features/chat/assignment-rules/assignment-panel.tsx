import type { AssignmentRulesView, AssignmentRuleView } from '@pasar/api';
import { ASSIGNMENT_RULE_LIMITS } from '@pasar/domain';
import { useState } from 'react';
import { Link } from 'react-router';
import { COLLEAGUES } from '../../../base/colleagues.ts';
import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import list from '../../../ui/rule-list.module.css';
import section from '../../../ui/section.module.css';
import { toast } from '../../../ui/toasts.tsx';
import { CHAT_SETTING } from '../settings/look-ups.ts';
import { TAGS } from '../tags/look-ups.ts';
import styles from './assignment-panel.module.css';
import { Changes } from './changes.tsx';
import { changeRules, type Step } from './commands.ts';
import { ASSIGNMENT_RULES } from './look-ups.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { type Named, useRuleText } from './use-rule-text.ts';

/** By which rules waiting buyers are assigned to members. For the main account alone. */
export function AssignmentPanel() {
  const { t } = useTranslation('assignment');
  const rules = useLookUp(ASSIGNMENT_RULES, {});
  const tags = useLookUp(TAGS, {});
  const colleagues = useLookUp(COLLEAGUES, {});
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
        draw={(held) => (
          <LookedUpPart
            look={tags}
            draw={({ tags }) => (
              <LookedUpPart
                look={colleagues}
                draw={({ members }) => (
                  <Rules held={held} named={{ tags, members: members.filter(({ isPerson }) => isPerson) }} />
                )}
              />
            )}
          />
        )}
      />
    </div>
  );
}

function Rules({ held, named }: { readonly held: AssignmentRulesView; readonly named: Named }) {
  const { t } = useTranslation('assignment');
  const { isOn, rules, changes } = held;
  const [open, setOpen] = useState<AssignmentRuleView | 'new' | null>(null);
  const { make, isBusy } = useStep();
  // Shown until the rules that the server tells say the same, or until it refuses.
  const [wanted, setWanted] = useState<boolean | null>(null);
  if (wanted === isOn) setWanted(null);
  const turn = async (on: boolean) => {
    setWanted(on);
    if (!(await make({ kind: 'switch', isOn: on }))) setWanted(null);
  };
  return (
    <>
      {rules.length > 0 && (
        <>
          <label className={styles.switch}>
            <input
              type="checkbox"
              checked={wanted ?? isOn}
              disabled={isBusy}
              onChange={({ currentTarget }) => void turn(currentTarget.checked)}
            />
            {t('switch')}
          </label>
          <Limit />
        </>
      )}
      {rules.length === 0 ? (
        <Empty icon="person" title={t('empty.title')} text={t(isOn ? 'empty.on' : 'empty.text')}>
          <Button kind="primary" onClick={() => setOpen('new')}>
            {t('add')}
          </Button>
        </Empty>
      ) : (
        <>
          <ol className={`${list.rules} ${styles.numbered}`}>
            {rules.map((rule, at) => (
              <Rule
                key={rule.ruleId}
                rule={rule}
                named={named}
                isBusy={isBusy}
                onMove={{
                  up: at === 0 ? null : () => void make({ kind: 'move', ruleId: rule.ruleId, to: at - 1 }),
                  down:
                    at === rules.length - 1 ? null : () => void make({ kind: 'move', ruleId: rule.ruleId, to: at + 1 }),
                }}
                onChange={() => setOpen(rule)}
              />
            ))}
          </ol>
          {rules.length < ASSIGNMENT_RULE_LIMITS.rules ? (
            <Button kind="plain" onClick={() => setOpen('new')}>
              {t('add')}
            </Button>
          ) : (
            <p className={section.hint}>{t('full', { count: rules.length })}</p>
          )}
        </>
      )}
      {changes.length > 0 && <Changes changes={changes} named={named} />}
      {open !== null && <RuleDialog rule={open === 'new' ? null : open} named={named} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Makes a step at once, and says whether it was made; a refusal is told. */
function useStep() {
  const { t: common } = useTranslation('common');
  const [isBusy, setIsBusy] = useState(false);
  const make = async (step: Step) => {
    setIsBusy(true);
    const result = await changeRules(step);
    setIsBusy(false);
    if (!result.ok) toast('bad', failureText(result.failure, common));
    return result.ok;
  };
  return { make, isBusy };
}

/** Who is given buyers at all, and how many. */
function Limit() {
  const { t } = useTranslation('assignment');
  const look = useLookUp(CHAT_SETTING, {});
  if (look.state !== 'found' && look.state !== 'stale') return null;
  return (
    <p className={section.hint}>
      {t('who', { count: look.data.account.promiseLimit })}{' '}
      <Link className={styles.link} to="/settings/chat">
        {t('limit')}
      </Link>
    </p>
  );
}

interface RuleProps {
  readonly rule: AssignmentRuleView;
  readonly named: Named;
  readonly isBusy: boolean;
  /** Null: the rule is the first, or the last. */
  readonly onMove: { readonly up: (() => void) | null; readonly down: (() => void) | null };
  readonly onChange: () => void;
}

function Rule({ rule, named, isBusy, onMove, onChange }: RuleProps) {
  const { t } = useTranslation('assignment');
  const { which, whom } = useRuleText(named)(rule);
  const { name } = rule;
  return (
    <li className={list.rule}>
      <div className={list.words}>
        <h3 className={styles.name}>{name}</h3>
        <p>{which}</p>
        <p className={section.hint}>{`→ ${whom}`}</p>
      </div>
      <div className={list.actions}>
        {(['up', 'down'] as const).map((way) => (
          <IconButton
            key={way}
            icon={way}
            label={t(way === 'up' ? 'up' : 'down', { name })}
            disabled={isBusy || onMove[way] === null}
            onClick={() => onMove[way]?.()}
          />
        ))}
        <Button kind="plain" aria-label={t('changeOf', { name })} onClick={onChange}>
          {t('change')}
        </Button>
      </div>
    </li>
  );
}
