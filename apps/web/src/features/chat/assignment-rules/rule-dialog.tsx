import type { AssignmentRuleView } from '@pasar/api';
import { ASSIGNMENT_RULE_LIMITS, ASSIGNMENT_WAYS, asShopId, BUYER_LANGUAGES, type ShopId } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { ShopPicker } from '../../../base/shops/shop-picker.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { languageName } from '../../../base/texts/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DialogField } from '../../../ui/dialog-field.tsx';
import form from '../../../ui/form-dialog.module.css';
import { type FormProblem, ProblemOfForm, problemAt, useFocusProblem } from '../../../ui/form-problem.tsx';
import { Checks, OnlySome } from '../../../ui/only-some.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { TagMark } from '../tags/tag-mark.tsx';
import { changeRules, type Step } from './commands.ts';

import { type Named, WAY_TEXTS } from './use-rule-text.ts';

type Field = 'name' | 'shopIds' | 'languages' | 'tagIds' | 'memberIds';

const NEW: Omit<AssignmentRuleView, 'ruleId'> = {
  name: '',
  shopIds: null,
  languages: null,
  tagIds: null,
  memberIds: null,
  way: 'roundRobin',
  staysWithKnown: true,
};

/** What the person has to correct first; null for nothing. */
function faultOf(rule: AssignmentRuleView): Field | null {
  if (rule.name.trim() === '') return 'name';
  const lists = ['shopIds', 'languages', 'tagIds', 'memberIds'] as const;
  return lists.find((field) => rule[field]?.length === 0) ?? null;
}
const FAULT_TEXTS = {
  name: 'wrong.name',
  shopIds: 'wrong.shops',
  languages: 'wrong.languages',
  tagIds: 'wrong.tags',
  memberIds: 'wrong.members',
} as const;

/** Adds a rule, or changes or removes it. */
export function RuleDialog(props: {
  /** Null for a new rule. */
  readonly rule: AssignmentRuleView | null;
  readonly named: Named;
  readonly onClose: () => void;
}) {
  const { rule, named, onClose } = props;
  const { t } = useTranslation('assignment');
  const id = useId();
  const dialog = useModal();
  const [draft, set] = useDraft(rule, named);
  const [isAsked, setIsAsked] = useState(false);
  const { make, problem, setProblem, isBusy } = useMaking(onClose);
  const fields = useFocusProblem(problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = faultOf(draft);
    if (fault !== null) return setProblem({ field: fault, text: t(FAULT_TEXTS[fault]) });
    void make({ kind: 'put', rule: draft });
  };
  return (
    <dialog ref={dialog} className={form.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form ref={fields} className={form.form} onSubmit={submit} noValidate>
        <h2 id={id} className={form.title}>
          {rule === null ? t('add') : t('changeOf', { name: rule.name })}
        </h2>
        <DialogField
          label={t('form.name')}
          problem={problemAt(problem, 'name')}
          data-first=""
          value={draft.name}
          maxLength={ASSIGNMENT_RULE_LIMITS.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <Which draft={draft} named={named} problem={problem} onChange={set} />
        <Whom draft={draft} named={named} problem={problem} onChange={set} />
        <ProblemOfForm problem={problem} />
        <footer className={form.actions}>
          {rule !== null && (
            <Button kind="danger" data-side="" onClick={() => setIsAsked(true)}>
              {t('remove')}
            </Button>
          )}
          <Button kind="plain" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t('save')}
          </Button>
        </footer>
      </form>
      {isAsked && rule !== null && (
        <ConfirmDialog
          title={t('remove.title', { name: rule.name })}
          text={t('remove.text')}
          confirm={t('remove')}
          cancel={t('cancel')}
          tone="danger"
          onConfirm={() => void make({ kind: 'remove', ruleId: rule.ruleId })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </dialog>
  );
}

/** Ids of what is gone by now are left out, because nobody could see them to take them away. */
function useDraft(rule: AssignmentRuleView | null, { tags, members }: Named) {
  const shops = useDeskState((state) => state.shops);
  const [draft, setDraft] = useState<AssignmentRuleView>(() => {
    const { shopIds, tagIds, memberIds, ...rest } = rule ?? { ruleId: crypto.randomUUID(), ...NEW };
    return {
      ...rest,
      shopIds: shopIds?.filter((one) => shops.has(asShopId(one))) ?? null,
      tagIds: tagIds?.filter((one) => tags.some(({ buyerTagId }) => buyerTagId === one)) ?? null,
      memberIds: memberIds?.filter((one) => members.some(({ memberId }) => memberId === one)) ?? null,
    };
  });
  return [draft, (over: Partial<AssignmentRuleView>) => setDraft({ ...draft, ...over })] as const;
}

function useMaking(onClose: () => void) {
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<FormProblem<Field> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const make = async (step: Step) => {
    setProblem(null);
    setIsBusy(true);
    const result = await changeRules(step);
    setIsBusy(false);
    if (result.ok) onClose();
    else setProblem({ field: 'form', text: failureText(result.failure, common) });
  };
  return { make, problem, setProblem, isBusy };
}

interface PartProps {
  readonly draft: AssignmentRuleView;
  readonly named: Named;
  readonly problem: FormProblem<Field> | null;
  readonly onChange: (over: Partial<AssignmentRuleView>) => void;
}

/** Which buyers the rule is for. */
function Which({ draft, named, problem, onChange }: PartProps) {
  const { t } = useTranslation('assignment');
  const locale = useLocale();
  const { shopIds, languages, tagIds } = draft;
  const chosenShops: readonly ShopId[] = (shopIds ?? []).map(asShopId);
  return (
    <>
      <OnlySome
        legend={t('form.shops')}
        all={t('form.shops.all')}
        some={t('form.shops.some')}
        isAll={shopIds === null}
        onAll={(isAll) => onChange({ shopIds: isAll ? null : [] })}
        problem={problemAt(problem, 'shopIds')}
      >
        <ShopPicker chosen={chosenShops} onChange={(chosen) => onChange({ shopIds: [...chosen] })} />
      </OnlySome>
      <OnlySome
        legend={t('form.languages')}
        all={t('form.languages.all')}
        some={t('form.languages.some')}
        isAll={languages === null}
        onAll={(isAll) => onChange({ languages: isAll ? null : [] })}
        problem={problemAt(problem, 'languages')}
      >
        <Checks
          all={BUYER_LANGUAGES.map((one) => ({ id: one, label: languageName(one, locale) }))}
          chosen={languages ?? []}
          onChange={(chosen) => onChange({ languages: chosen })}
          none=""
        />
        <p className={form.hint}>{t('form.languages.hint')}</p>
      </OnlySome>
      <OnlySome
        legend={t('form.tags')}
        all={t('form.tags.all')}
        some={t('form.tags.some')}
        isAll={tagIds === null}
        onAll={(isAll) => onChange({ tagIds: isAll ? null : [] })}
        problem={problemAt(problem, 'tagIds')}
      >
        <Checks
          all={named.tags.map(({ buyerTagId, buyerTagName, color }) => ({
            id: buyerTagId,
            label: <TagMark name={buyerTagName} color={color} />,
          }))}
          chosen={tagIds ?? []}
          onChange={(chosen) => onChange({ tagIds: chosen })}
          none={t('form.tags.none')}
        />
      </OnlySome>
    </>
  );
}

/** To whom they are assigned. */
function Whom({ draft, named, problem, onChange }: PartProps) {
  const { t } = useTranslation('assignment');
  const id = useId();
  const { memberIds, way, staysWithKnown } = draft;
  return (
    <>
      <OnlySome
        legend={t('form.members')}
        all={t('form.members.all')}
        some={t('form.members.some')}
        isAll={memberIds === null}
        onAll={(isAll) => onChange({ memberIds: isAll ? null : [] })}
        problem={problemAt(problem, 'memberIds')}
      >
        <Checks
          all={named.members.map(({ memberId, name }) => ({ id: memberId, label: <bdi>{name}</bdi> }))}
          chosen={memberIds ?? []}
          onChange={(chosen) => onChange({ memberIds: chosen })}
          none=""
        />
      </OnlySome>
      <fieldset className={form.part}>
        <legend>{t('form.way')}</legend>
        <div className={form.choices}>
          {ASSIGNMENT_WAYS.map((one) => (
            <label key={one}>
              <input type="radio" name={id} checked={way === one} onChange={() => onChange({ way: one })} />
              {t(WAY_TEXTS[one])}
            </label>
          ))}
        </div>
        <label className={form.check}>
          <input
            type="checkbox"
            checked={staysWithKnown}
            onChange={({ currentTarget }) => onChange({ staysWithKnown: currentTarget.checked })}
          />
          {t('form.known')}
        </label>
      </fieldset>
    </>
  );
}
