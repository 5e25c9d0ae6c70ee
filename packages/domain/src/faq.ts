import type { BuyerLanguage } from './language.ts';
import { foldText } from './text-match.ts';

/** A question that buyers often ask. A variant is for buyers of a language; where it is blank, the main text holds. */
interface FaqQuestion {
  readonly question: string;
  readonly answer: string;
  readonly variants: readonly {
    readonly language: BuyerLanguage;
    readonly question: string;
    readonly answer: string;
  }[];
}
export interface FaqCategory {
  readonly category: string;
  readonly variants: readonly { readonly language: BuyerLanguage; readonly category: string }[];
  readonly questions: readonly FaqQuestion[];
}

/** A text, and others for buyers of another language. */
export interface VariedText {
  readonly text: string;
  readonly variants: readonly { readonly language: BuyerLanguage; readonly text: string }[];
}

/** The greeting with the questions of the FAQ below it, numbered over all categories: in each language that has a text of its own. */
export function welcomeText(greeting: VariedText, faq: readonly FaqCategory[]): VariedText {
  const lists = [
    greeting.variants,
    ...faq.flatMap(({ variants, questions }) => [variants, ...questions.map((one) => one.variants)]),
  ];
  const languages = [...new Set(lists.flatMap((variants) => variants.map(({ language }) => language)))];
  const textIn = (language: BuyerLanguage | null): string => {
    let number = 0;
    const lines = faq.flatMap(({ category, variants, questions }) => [
      variantOr(category, variants.find((one) => one.language === language)?.category),
      ...questions.map((one) => {
        number += 1;
        const own = one.variants.find((variant) => variant.language === language)?.question;
        return `${number}. ${variantOr(one.question, own)}`;
      }),
    ]);
    const own = greeting.variants.find((one) => one.language === language)?.text;
    return [variantOr(greeting.text, own).trim(), ...lines].filter((line) => line !== '').join('\n');
  };
  return { text: textIn(null), variants: languages.map((language) => ({ language, text: textIn(language) })) };
}

/** The answer to the question at a place; null: there is none. */
export function faqAnswer(faq: readonly FaqCategory[], place: number): VariedText | null {
  const found = faq.flatMap(({ questions }) => questions)[place];
  if (found === undefined) return null;
  const variants = found.variants.map(({ language, answer }) => ({ language, text: variantOr(found.answer, answer) }));
  return { text: found.answer, variants };
}

const variantOr = (main: string, variant: string | undefined): string =>
  variant === undefined || variant.trim() === '' ? main : variant;

/**
 * The place of the question that a buyer asks by its number, or by its words in any language, from 0; null for none.
 * `isListCurrent`: whether the buyer's list is numbered as `faq`; otherwise a number asks nothing.
 */
export function askedQuestion(text: string, faq: readonly FaqCategory[], isListCurrent: boolean): number | null {
  const questions = faq.flatMap((one) => one.questions);
  const folded = foldText(text);
  const number = /^#?([1-9])[.。)]?$/.exec(folded)?.[1];
  const isAsked = ({ question, variants }: FaqQuestion) =>
    [question, ...variants.map((one) => one.question)].some((words) => foldText(words) === folded);
  if (number !== undefined && !isListCurrent) return null;
  const place = number === undefined ? questions.findIndex(isAsked) : Number(number) - 1;
  return folded !== '' && place >= 0 && place < questions.length ? place : null;
}
