"""The laboratory: millions of games, result sets, and reports with honest intervals."""
