import type { BuyerTagRuleTextView, BuyerTagRuleView, BuyerTagView } from '@pasar/api';
import { asShopId, BUYER_TAG_RULE_LIMITS } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { ShopPicker } from '../../../base/shops/shop-picker.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DialogField } from '../../../ui/dialog-field.tsx';
import form from '../../../ui/form-dialog.module.css';
import {
  type FormProblem,
  fieldsetProblem,
  ProblemBelow,
  ProblemOfForm,
  problemAt,
  useFocusProblem,
} from '../../../ui/form-problem.tsx';
import { OnlySome } from '../../../ui/only-some.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { TagForm } from '../tags/tag-form.tsx';
import { TagMark } from '../tags/tag-mark.tsx';
import type { Step } from './commands.ts';
import { ConditionFields } from './condition-fields.tsx';
import { type Draft, draftOf, type Field, readDraft } from './draft.ts';
import { useMaking } from './making.ts';
import { Trial } from './trial.tsx';

/** Adds a rule, or changes, tries or removes it. */
export function RuleDialog(props: {
  /** Null for a new rule. */
  readonly rule: BuyerTagRuleView | null;
  readonly tags: readonly BuyerTagView[];
  readonly onClose: () => void;
}) {
  const { rule, tags, onClose } = props;
  const { t } = useTranslation('buyerTagRules');
  const id = useId();
  const dialog = useModal();
  const shops = useDeskState((state) => state.shops);
  const [draft, setDraft] = useState<Draft>(() => draftOf(rule, tags, shops));
  const [tried, setTried] = useState<BuyerTagRuleTextView | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const [problem, setProblem] = useState<FormProblem<Field> | null>(null);
  const { make, isBusy } = useMaking();
  const fields = useFocusProblem(problem);
  const set = (over: Partial<Draft>) => {
    setDraft({ ...draft, ...over });
    setTried(null);
  };
  const read = (then: (rule: BuyerTagRuleTextView) => void) => {
    const told = readDraft(draft);
    setProblem('wrong' in told ? { field: told.wrong.field, text: t(told.wrong.text) } : null);
    if ('rule' in told) then(told.rule);
  };
  const step = async (one: Step) => {
    const wrong = await make(one);
    if (wrong === null) onClose();
    else setProblem({ field: 'form', text: wrong });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    read((written) => void step({ kind: 'put', rule: written }));
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
          maxLength={BUYER_TAG_RULE_LIMITS.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <TagChoice
          tags={tags}
          tagId={draft.tagId}
          problem={problemAt(problem, 'tagId')}
          onTag={(tagId) => set({ tagId })}
          onNew={() => setIsAdding(true)}
        />
        <ConditionFields draft={draft} problem={problem} onChange={set} />
        <OnlySome
          legend={t('form.shops')}
          all={t('form.shops.all')}
          some={t('form.shops.some')}
          isAll={draft.shopIds === null}
          onAll={(isAll) => set({ shopIds: isAll ? null : [] })}
          problem={problemAt(problem, 'shopIds')}
        >
          <ShopPicker
            chosen={(draft.shopIds ?? []).map(asShopId)}
            onChange={(chosen) => set({ shopIds: [...chosen] })}
          />
        </OnlySome>
        {tried !== null && <Trial rule={tried} />}
        <ProblemOfForm problem={problem} />
        <footer className={form.actions}>
          {rule !== null && (
            <Button kind="danger" data-side="" onClick={() => setIsAsked(true)}>
              {t('remove')}
            </Button>
          )}
          <Button kind="plain" onClick={() => read(setTried)}>
            {t('try')}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t('save')}
          </Button>
        </footer>
      </form>
      {isAdding && <TagForm tag={null} onClose={() => setIsAdding(false)} />}
      {isAsked && rule !== null && (
        <ConfirmDialog
          title={t('remove.title', { name: rule.name })}
          text={t('remove.text')}
          confirm={t('remove')}
          cancel={t('cancel')}
          tone="danger"
          onConfirm={() => void step({ kind: 'remove', ruleId: rule.ruleId })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </dialog>
  );
}

/** One of the tags, or a new one. */
function TagChoice(props: {
  readonly tags: readonly BuyerTagView[];
  readonly tagId: string | null;
  readonly problem: string | null;
  readonly onTag: (tagId: string) => void;
  readonly onNew: () => void;
}) {
  const { tags, tagId, problem, onTag, onNew } = props;
  const { t } = useTranslation('buyerTagRules');
  const id = useId();
  return (
    <fieldset className={form.part} {...fieldsetProblem(`${id}-problem`, problem)}>
      <legend>{t('form.tag')}</legend>
      {tags.length === 0 && <p className={form.hint}>{t('form.tag.none')}</p>}
      <div className={form.choices}>
        {tags.map(({ buyerTagId, buyerTagName, color }) => (
          <label key={buyerTagId}>
            <input type="radio" name={id} checked={tagId === buyerTagId} onChange={() => onTag(buyerTagId)} />
            <TagMark name={buyerTagName} color={color} />
          </label>
        ))}
        <Button kind="link" onClick={onNew}>
          {t('form.tag.new')}
        </Button>
      </div>
      <ProblemBelow id={`${id}-problem`} text={problem} />
    </fieldset>
  );
}
