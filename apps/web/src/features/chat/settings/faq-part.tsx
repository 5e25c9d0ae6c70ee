import type { AccountChatSetting } from '@pasar/api';
import { type BuyerLanguage, CHAT_SETTING_LIMITS } from '@pasar/domain';
import { useId } from 'react';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './chat-settings.module.css';
import { categoryIn, withCategory } from './text-variants.ts';

type Faq = AccountChatSetting['faq'];
type Category = Faq[number];
type Question = Category['questions'][number];
const NO_QUESTION: Question = { question: '', answer: '', variants: [] };
const NO_CATEGORY: Category = { category: '', variants: [], questions: [NO_QUESTION] };

const replaced = <Item,>(items: readonly Item[], at: number, item: Item): Item[] =>
  items.map((other, place) => (place === at ? item : other));
const without = <Item,>(items: readonly Item[], at: number): Item[] => items.filter((_, place) => place !== at);

/**
 * The questions that buyers often ask, by category, with their answers, as they are written in a language; null: the main
 * texts. Questions are added and removed with their main texts, and what a language leaves empty shows the main text behind it.
 */
export function FaqPart(props: {
  readonly faq: Faq;
  readonly language: BuyerLanguage | null;
  readonly onChange: (faq: Faq) => void;
}) {
  const { faq, language, onChange } = props;
  const { t } = useTranslation('chatSettings');
  const { faqCategories } = CHAT_SETTING_LIMITS;
  return (
    <fieldset className={styles.choices}>
      <legend>{t('faq')}</legend>
      {faq.map((category, at) => (
        <CategoryFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a category has no name of its own until it is saved.
          key={at}
          number={at + 1}
          category={language === null ? category : categoryIn(category, language)}
          main={language === null ? null : category}
          onChange={(changed) =>
            onChange(replaced(faq, at, language === null ? changed : withCategory(category, language, changed)))
          }
          onRemove={() => onChange(without(faq, at))}
        />
      ))}
      {language === null && faq.length < faqCategories && (
        <Button kind="plain" onClick={() => onChange([...faq, NO_CATEGORY])}>
          {t('faq.addCategory')}
        </Button>
      )}
    </fieldset>
  );
}

function CategoryFields(props: {
  readonly number: number;
  readonly category: Category;
  /** The main texts behind those of a language; null where these are the main texts. */
  readonly main: Category | null;
  readonly onChange: (category: Category) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('chatSettings');
  const { number, category, main, onChange } = props;
  const id = useId();
  const { category: longest, faqQuestions } = CHAT_SETTING_LIMITS;
  const setQuestions = (questions: Question[]) => onChange({ ...category, questions });
  return (
    <fieldset className={styles.category} aria-label={t('faq.categoryNumber', { number })}>
      <div className={styles.withButton}>
        <div className={styles.stack}>
          <label htmlFor={id}>{t('faq.category')}</label>
          <input
            id={id}
            className={styles.field}
            maxLength={longest}
            placeholder={main?.category}
            value={category.category}
            onChange={({ currentTarget }) => onChange({ ...category, category: currentTarget.value })}
          />
        </div>
        {main === null && (
          <IconButton icon="bin" label={t('faq.removeCategory', { number })} onClick={props.onRemove} />
        )}
      </div>
      {category.questions.map((question, at) => (
        <QuestionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a question has no name of its own until it is saved.
          key={at}
          number={at + 1}
          question={question}
          main={main?.questions[at] ?? null}
          onChange={(changed) => setQuestions(replaced(category.questions, at, changed))}
          onRemove={() => setQuestions(without(category.questions, at))}
        />
      ))}
      {main === null && category.questions.length < faqQuestions && (
        <Button kind="link" onClick={() => setQuestions([...category.questions, NO_QUESTION])}>
          {t('faq.addQuestion')}
        </Button>
      )}
    </fieldset>
  );
}

function QuestionFields(props: {
  readonly number: number;
  readonly question: Question;
  readonly main: Question | null;
  readonly onChange: (question: Question) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('chatSettings');
  const { number, question, main, onChange } = props;
  const id = useId();
  return (
    <div className={styles.withButton}>
      <div className={styles.stack}>
        <label htmlFor={`${id}-question`}>{t('faq.question', { number })}</label>
        <input
          id={`${id}-question`}
          className={styles.field}
          maxLength={CHAT_SETTING_LIMITS.question}
          placeholder={main?.question}
          value={question.question}
          onChange={({ currentTarget }) => onChange({ ...question, question: currentTarget.value })}
        />
        <label htmlFor={`${id}-answer`}>{t('faq.answer', { number })}</label>
        <textarea
          id={`${id}-answer`}
          className={styles.field}
          rows={2}
          maxLength={CHAT_SETTING_LIMITS.answer}
          placeholder={main?.answer}
          value={question.answer}
          onChange={({ currentTarget }) => onChange({ ...question, answer: currentTarget.value })}
        />
      </div>
      {main === null && <IconButton icon="bin" label={t('faq.removeQuestion', { number })} onClick={props.onRemove} />}
    </div>
  );
}
