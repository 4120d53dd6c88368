import { hasStatement } from '../../evidence/evidence-texts';
import { makeMessage } from '../conversations';

describe('hasStatement', () => {
  it.each([
    'State: delivered',
    'Nickname: Kim',
    '- bread\n- salt',
    'Mail to desk@harbor.example.',
    'https://harbor.example/desk',
    '電話番号：０３１２',
    'Mill Lane 4',
    'bread, salt, milk',
  ])('is true of %j', (text) => {
    expect(hasStatement([makeMessage('system', text)])).toBe(true);
  });

  it.each([
    'What is the state: delivered or not?',
    'Tell me about Oslo',
    'Topic: rivers',
    '1. Explain tides',
    'You are a guide.',
    'Hello, Kim',
    'Is desk@harbor.example yours?',
  ])('is false of %j', (text) => {
    expect(hasStatement([makeMessage('user', text)])).toBe(false);
  });

  it('is true of a result of a tool, however short', () => {
    const result = { type: 'tool_call_response' as const, id: null, response: 'open' };

    expect(hasStatement([makeMessage('tool', result)])).toBe(true);
  });
});
