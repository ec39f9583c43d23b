/** Lists of words written as running text. */

export const wordList = (text: string): readonly string[] => text.trim().split(/\s+/);
