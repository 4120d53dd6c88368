// Jest colors the output of processes started by its workers where the terminal, or CI, has colors.
delete process.env.FORCE_COLOR;
process.env.NO_COLOR = '1';
