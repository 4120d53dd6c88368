import { columnOf, compare, valueAt } from '../columns';

const evidence =
  '{"OutdoorSeating": true, "WiFi": "no", "HasTV": false, "Delivery": null, "City": "Dover", ' +
  '"hours": {"Monday": "9:0-17:30", "Tuesday": "9:0-17:30", "Saturday": "10:0-14:0"}}';
const conflict = (reply: string, word: string) => valueAt(compare(evidence, reply), 'fieldConflict', word);

describe('fieldConflict', () => {
  it.each([
    ['affirms what is true', 'It has outdoor seating.', 'seating', 0],
    ['denies what is true', 'There is no outdoor seating.', 'seating', 1],
    ['affirms what is false', 'Each room has TV.', 'TV', 1],
    ['denies what is false', "It doesn't have TV.", 'TV', 0],
    ['affirms what has no value', 'Delivery is offered.', 'Delivery', 0.5],
    ['denies what has no value', 'There is no delivery.', 'delivery', 0.5],
    ['names a field of text', 'The city is Dover.', 'city', -1],
  ])('of a reply that %s', (_case, reply, word, expected) => {
    expect(conflict(reply, word)).toBe(expected);
  });

  it('heeds no denial in another clause', () => {
    expect(conflict('It has outdoor seating for guests, but no view.', 'seating')).toBe(0);
  });
});

describe('fieldShare', () => {
  it('is the share of the name that is near the word', () => {
    expect(valueAt(compare(evidence, 'outdoor seating'), 'fieldShare', 'seating')).toBe(1);
    expect(valueAt(compare(evidence, 'all seating'), 'fieldShare', 'seating')).toBe(0.5);
    expect(valueAt(compare(evidence, 'a tower'), 'fieldShare', 'tower')).toBe(0);
  });
});

describe('days', () => {
  it('are listed or not', () => {
    const judged = compare(evidence, 'Open Monday and on Sundays');

    expect(valueAt(judged, 'dayListed', 'Monday')).toBe(1);
    expect(valueAt(judged, 'dayListed', 'Sundays')).toBe(-1);
    expect(valueAt(judged, 'dayListed', 'Open')).toBe(0);
    expect(columnOf(judged, 'missingDays')[0]).toBe(1);
  });

  it('of a range are all meant', () => {
    const judged = compare(evidence, 'Open Monday to Wednesday');

    expect(valueAt(judged, 'dayListed', 'Wednesday')).toBe(-1);
    expect(columnOf(judged, 'missingDays')[0]).toBe(1);
  });

  it('are all seven for a place that is open daily', () => {
    expect(columnOf(compare(evidence, 'Open every day'), 'missingDays')[0]).toBe(4);
  });

  it('have hours that are theirs, in either way of writing', () => {
    expect(valueAt(compare(evidence, 'On Monday until 5:30 PM'), 'hoursOfDay', '5')).toBe(1);
    expect(valueAt(compare(evidence, 'On Monday until 17:30'), 'hoursOfDay', '17')).toBe(1);
    expect(valueAt(compare(evidence, 'On Saturday until 5:30 PM'), 'hoursOfDay', '5')).toBe(0);
    expect(valueAt(compare(evidence, 'Monday to Saturday from 9 AM'), 'hoursOfDay', '9')).toBeCloseTo(
      2 / 3,
      3,
    );
    expect(valueAt(compare(evidence, 'On Sunday from 9 AM'), 'hoursOfDay', '9')).toBe(-1);
  });

  it('do not matter without hours in the evidence', () => {
    expect(columnOf(compare('Open on Monday.', 'Open on Friday'), 'dayListed')).toEqual([0, 0, 0]);
  });
});
