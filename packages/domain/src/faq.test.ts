import { describe, expect, it } from 'vitest';
import { askedQuestion, faqAnswer, welcomeText } from './faq.ts';

const FAQ = [
  {
    category: 'Shipping',
    variants: [{ language: 'th', category: 'การจัดส่ง' }],
    questions: [
      {
        question: 'How long?',
        answer: 'Three days.',
        variants: [
          { language: 'th', question: 'กี่วัน', answer: 'สามวัน' },
          { language: 'vi', question: ' ', answer: 'Ba ngày.' },
        ],
      },
    ],
  },
  { category: 'Payment', variants: [], questions: [{ question: 'Cash?', answer: 'Yes.', variants: [] }] },
] as const;
const plain = (text: string) => ({ text, variants: [] });

describe('the greeting', () => {
  it('has the questions below it, numbered over all categories', () => {
    expect(welcomeText(plain('Hello'), FAQ).text).toBe('Hello\nShipping\n1. How long?\nPayment\n2. Cash?');
    expect(welcomeText(plain(' Hello '), [])).toEqual(plain('Hello'));
  });

  it('is written in each language that has a text of its own, with the main texts where it has none', () => {
    const { variants } = welcomeText({ text: 'Hello', variants: [{ language: 'id', text: 'Halo' }] }, FAQ);
    expect(Object.fromEntries(variants.map(({ language, text }) => [language, text]))).toEqual({
      id: 'Halo\nShipping\n1. How long?\nPayment\n2. Cash?',
      th: 'Hello\nการจัดส่ง\n1. กี่วัน\nPayment\n2. Cash?',
      vi: 'Hello\nShipping\n1. How long?\nPayment\n2. Cash?',
    });
  });
});

describe('the FAQ', () => {
  it.each([
    ['2', 1],
    ['２', 1],
    ['#1', 0],
    ['cash?', 1],
    ['กี่วัน', 0],
    ['3', null],
    ['12', null],
    ['cash', null],
    ['', null],
  ])('is asked by %s: %s', (text, place) => {
    expect(askedQuestion(text, FAQ, true)).toBe(place);
  });

  it('is asked by words alone where the buyer has an earlier list', () => {
    expect(['2', '#1', 'cash?'].map((text) => askedQuestion(text, FAQ, false))).toEqual([null, null, 1]);
  });

  it('is answered in the languages of the answer, and with the main text where a variant is blank', () => {
    expect(faqAnswer(FAQ, 0)).toEqual({
      text: 'Three days.',
      variants: [
        { language: 'th', text: 'สามวัน' },
        { language: 'vi', text: 'Ba ngày.' },
      ],
    });
    const blank = [
      {
        category: 'A',
        variants: [],
        questions: [{ question: 'B', answer: 'C', variants: [{ language: 'th', question: 'ข', answer: '' }] }],
      },
    ] as const;
    expect(faqAnswer(blank, 0)?.variants).toEqual([{ language: 'th', text: 'C' }]);
    expect(faqAnswer(FAQ, 2)).toBeNull();
  });
});
