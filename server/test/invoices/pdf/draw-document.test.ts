/** Documents are drawn in a child process and kept by what they show (ADR 0115). */
import { describe, expect, it } from 'vitest';
import { drawDocument } from '../../../src/platform/pdf/draw-document.ts';
import { invoiceSamples } from './invoice-samples.ts';

const [[, sample] = []] = invoiceSamples();
if (!sample) throw new Error('There is no sample.');

describe('The document of an invoice (R26)', () => {
  it('a document that shows the same is drawn once, also later on the same day', async () => {
    const [first, second] = await Promise.all([
      drawDocument('harbor', 'invoice', sample),
      drawDocument('harbor', 'invoice', sample),
    ]);
    expect(first.toString('latin1')).toMatch(/^%PDF-/);
    expect(second).toBe(first);
    const later = { ...sample, drawnAt: '2026-11-20T08:00:00.000Z' };
    expect(await drawDocument('harbor', 'invoice', later)).toBe(first);
    const changed = { ...sample, total: '$1.00' };
    expect(await drawDocument('harbor', 'invoice', changed)).not.toEqual(first);
  });

  it('documents of one company leave places for another', async () => {
    const drawn = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        drawDocument('summit', 'invoice', { ...sample, total: `$${index}.50` }),
      ).concat(drawDocument('harbor', 'invoice', { ...sample, total: '$2.00' })),
    );
    const refused = drawn.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refused).toEqual(['TOO_BUSY', 'TOO_BUSY']);
    expect(drawn.at(-1)?.status).toBe('fulfilled');
  });
});
