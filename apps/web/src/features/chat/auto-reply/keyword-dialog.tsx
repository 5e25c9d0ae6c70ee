import type { KeywordRuleView, ShopView } from '@pasar/api';
import { keywordsOf, type ReasonCode } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { type FormEvent, useId, useState } from 'react';
import { hasContent } from '../../../base/parts/commands.ts';
import { draftVariants } from '../../../base/parts/parts-draft.ts';
import { VariantsField } from '../../../base/parts/variants-field.tsx';
import { WrittenParts } from '../../../base/parts/written-parts.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogField } from '../../../ui/dialog-field.tsx';
import form from '../../../ui/form-dialog.module.css';
import {
  type FormProblem,
  ProblemBelow,
  ProblemOfForm,
  problemAt,
  useFocusProblem,
} from '../../../ui/form-problem.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { type KeywordDraft, saveKeyword } from './commands.ts';
import { KeywordChips } from './keyword-chips.tsx';
import { answerUse } from './parts-use.ts';
import type { Place } from './place.ts';

type Field = 'keyword' | 'variants';
/** To which field a refusal of the server belongs; the others belong to the form. */
const FIELDS: Readonly<Partial<Record<string, Field>>> = {
  keyword_exists: 'keyword',
  keyword_empty: 'keyword',
  keywords_too_many: 'keyword',
  keyword_too_long: 'keyword',
  content_empty: 'variants',
  content_too_long: 'variants',
  automatic_parts_too_many: 'variants',
  automatic_videos_full: 'variants',
  video_lost: 'variants',
} satisfies Partial<Record<ReasonCode, Field>>;

/** What is missing; null for nothing. The server judges the rest. */
function missingIn({ keyword, variants }: KeywordDraft): Field | null {
  if (keywordsOf(keyword).length === 0) return 'keyword';
  return hasContent(variants) ? null : 'variants';
}
const MISSING_TEXTS = { keyword: 'wrong.keyword', variants: 'wrong.answer' } as const;

/** Adds a rule of keywords with its answer, or changes one. */
export function KeywordDialog(props: {
  readonly place: Place;
  /** Null for a new rule. */
  readonly rule: KeywordRuleView | null;
  readonly shop: ShopView | null;
  readonly isMain: boolean;
  readonly onClose: () => void;
}) {
  const { place, rule, shop, isMain, onClose } = props;
  const { t } = useTranslation('autoReply');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const [draft, setDraft] = useState<KeywordDraft>(() => ({
    keywordId: rule?.keywordId ?? null,
    keyword: rule?.keyword ?? '',
    isWhole: rule?.isWhole ?? false,
    variants: draftVariants(rule),
  }));
  const { save, problem, isBusy } = useSaving(place, onClose);
  const fields = useFocusProblem(problem);
  const set = (over: Partial<KeywordDraft>) => setDraft({ ...draft, ...over });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft);
  };
  const title = t(rule === null ? 'rules.add' : isMain ? 'rule.changeTitle' : 'rule.showTitle');
  return (
    <dialog ref={dialog} className={form.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form ref={fields} className={form.form} onSubmit={submit} noValidate>
        <h2 id={id} className={form.title}>
          {title}
        </h2>
        {isMain && (
          <DialogField
            label={t('rule.keywords')}
            problem={problemAt(problem, 'keyword')}
            data-first=""
            value={draft.keyword}
            placeholder={t('rule.keywordsHint')}
            onChange={({ currentTarget }) => set({ keyword: currentTarget.value })}
          />
        )}
        <KeywordChips words={keywordsOf(draft.keyword)} />
        <label className={form.check}>
          <input
            type="checkbox"
            disabled={!isMain}
            checked={draft.isWhole}
            onChange={({ currentTarget }) => set({ isWhole: currentTarget.checked })}
          />
          {t('rule.onlyWhole')}
        </label>
        {isMain ? (
          <VariantsField
            legend={t('usual.parts')}
            use={answerUse(place.platform)}
            variants={draft.variants}
            shop={shop}
            onChange={(variants) => set({ variants })}
            below={() => <p className={form.hint}>{t('orders.hint')}</p>}
          />
        ) : (
          <WrittenParts content={rule} />
        )}
        <ProblemBelow id={`${id}-parts`} text={problemAt(problem, 'variants')} />
        <ProblemOfForm problem={problem} />
        <footer className={form.actions}>
          <Button kind="plain" onClick={onClose}>
            {isMain ? t('cancel') : common('close')}
          </Button>
          {isMain && (
            <Button kind="primary" type="submit" disabled={isBusy}>
              {t('save')}
            </Button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

function useSaving(place: Place, onClose: () => void) {
  const { t } = useTranslation('autoReply');
  const { t: common } = useTranslation('common');
  const [problem, setProblem] = useState<FormProblem<Field> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const problemOf = (failure: CallFailure): FormProblem<Field> => {
    const code = failure.kind === 'refused' ? failure.code : '';
    const detail = failure.kind === 'refused' ? failure.detail : null;
    const text =
      code === 'keyword_exists' && detail !== null
        ? t('rule.taken', { keyword: detail })
        : failureText(failure, common);
    return { field: FIELDS[code] ?? 'form', text };
  };
  const save = async (draft: KeywordDraft) => {
    const missing = missingIn(draft);
    if (missing !== null) return setProblem({ field: missing, text: t(MISSING_TEXTS[missing]) });
    setProblem(null);
    setIsBusy(true);
    const result = await saveKeyword(place, draft);
    setIsBusy(false);
    if (result.ok) onClose();
    else setProblem(problemOf(result.failure));
  };
  return { save, problem, isBusy };
}
