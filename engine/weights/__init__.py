"""How a model's weights are kept, and products with them."""
