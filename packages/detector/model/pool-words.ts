/**
 * One row for all words: of each channel the mean by attention (a softmax: Bahdanau et al., ICLR 2015), then the plain
 * mean, then the maximum.
 * @param hidden a row of `channels` numbers for each word, none of them negative
 * @param attention a number for each word
 * @returns three times `channels` numbers, zeros where there are no words
 */
export function poolWords(hidden: Float32Array, attention: Float32Array, channels: number): Float32Array {
  const pooled = new Float32Array(3 * channels);
  const maxAttention = attention.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);
  const weights = attention.map((value) => Math.exp(value - maxAttention));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  for (let word = 0; word < attention.length; word += 1) {
    const weight = (weights[word] as number) / sum;
    for (let channel = 0; channel < channels; channel += 1) {
      const value = hidden[word * channels + channel] as number;
      const mean = channels + channel;
      const max = mean + channels;
      pooled[channel] = (pooled[channel] as number) + weight * value;
      pooled[mean] = (pooled[mean] as number) + value / attention.length;
      pooled[max] = Math.max(pooled[max] as number, value);
    }
  }
  return pooled;
}
